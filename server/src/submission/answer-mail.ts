import { systemClock } from '../core/clock.ts';
import { notification } from '../core/hooks.ts';
import { Refusal, tryAgainLater } from '../smtp/refusal.ts';
import { type HandedMail, type SubmitParts, submitMail } from './submit-mail.ts';

/** The reply to a client about its mail. */
interface AnsweredMail {
  /** The code of the reply. */
  readonly reply: number;
  /** From DATA to the reply. */
  readonly seconds: number;
}

/** Called for a submitted mail that was answered. */
export const mailAnswered = notification<[AnsweredMail]>('mail answered');

const TAKEN = 250;

/** Returns the reply for a mail that is durable; throws the refusal. */
export async function answerMail(parts: SubmitParts, mail: HandedMail): Promise<string> {
  const startedAt = systemClock.monotonic();
  const answer = await submitMail(parts, mail).catch((error: unknown) => (error instanceof Refusal ? error : tryAgainLater()));
  const reply = answer instanceof Refusal ? answer.responseCode : TAKEN;
  await parts.app.hooks.notify(mailAnswered, { reply, seconds: (systemClock.monotonic() - startedAt) / 1000 });
  if (answer instanceof Refusal) throw answer;
  return `2.0.0 Ok ${answer}`;
}
