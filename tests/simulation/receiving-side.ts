import { type Answer, type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { pick, seededDice } from '../support/random/dice.ts';

/** A receiving mail server with occasional failures. */
export interface ReceivingSide {
  readonly sink: SmtpSink;
  /** How often it accepted a mail for a recipient, by `subject recipient`. */
  readonly copies: ReadonlyMap<string, number>;
  /** Stops all failures from now on. */
  calmDown(): void;
  /** Runs an action between the final dot of the next mail and its reply. */
  atNextMail(run: () => Promise<void>): void;
}

/** The addresses that must get no mail. */
export interface Refusals {
  readonly suppressed: ReadonlySet<string>;
  /** The addresses that must get no broadcasts. */
  readonly unsubscribed: ReadonlySet<string>;
  readonly violations: string[];
}

type Fate = 'ok' | 'defer' | 'refuse' | 'lose' | 'take and lose';
const FATES: readonly Fate[] = ['ok', 'ok', 'ok', 'ok', 'ok', 'defer', 'defer', 'refuse', 'lose', 'take and lose'];

/** The replies to the final dot of a refused mail. */
const REFUSED: Partial<Record<Fate, Answer>> = { defer: '451 4.3.0 Later', refuse: '554 5.6.0 Not this', lose: 'drop' };

const subjectOf = (raw: Buffer) => /^Subject: (.*)$/m.exec(raw.toString('latin1'))?.[1]?.trim() ?? '';

export const isOfBroadcast = (subject: string) => subject.startsWith('Broadcast');

/** Decides the fates of attempts: the same for a seed, in whatever order they are made. */
function fates(seed: number) {
  const attempts = new Map<string, number>();
  return (name: string): Fate => {
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    const sum = [...`${seed} ${name} ${attempt}`].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 2 ** 31, 7);
    return pick(seededDice(sum), FATES);
  };
}

export async function startReceivingSide(seed: number, { suppressed, unsubscribed, violations }: Refusals): Promise<ReceivingSide> {
  const fateOf = fates(seed);
  const copies = new Map<string, number>();
  let isCalm = false;
  let next: (() => Promise<void>) | undefined;

  const sink = await startSmtpSink({
    onRcpt: (to): Answer => {
      if (suppressed.has(to)) violations.push(`mail to ${to}, which is suppressed`);
      const fate = isCalm ? 'ok' : fateOf(`rcpt ${to}`);
      if (fate === 'defer') return '451 4.2.0 Later';
      return fate === 'refuse' ? '554 5.7.1 Not this one' : undefined;
    },
    onData: async ({ envelope, raw }) => {
      const subject = subjectOf(raw);
      const left = isOfBroadcast(subject) ? envelope.to.filter((to) => unsubscribed.has(to)) : [];
      for (const to of left) violations.push(`${subject} to ${to}, who has unsubscribed`);
      const fate = isCalm ? 'ok' : fateOf(`data ${subject} ${envelope.to.join()}`);
      const refused = REFUSED[fate];
      if (refused !== undefined) return refused;
      for (const to of envelope.to) copies.set(`${subject} ${to}`, (copies.get(`${subject} ${to}`) ?? 0) + 1);
      const run = next;
      next = undefined;
      await run?.();
      return fate === 'take and lose' ? 'drop' : undefined;
    },
  });

  return {
    sink,
    copies,
    calmDown() {
      isCalm = true;
    },
    atNextMail(run) {
      next = run;
    },
  };
}
