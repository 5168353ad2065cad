import type { AppContext } from '../../app-context.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { type ReturnPath, readReturnPath } from '../../messages/index.ts';
import { signedParts } from '../find-destinations.ts';
import type { SpooledMail } from '../spool/spooled-mail.ts';

/** A message that a mail is about, and which of its recipients: any of them where `place` is undefined. */
export type ConcernedMessage = Pick<ReturnPath, 'messageId' | 'place'>;

type Signers = Pick<AppContext, 'secrets'>;
type Destined = Pick<SpooledMail, 'destinations'>;

/** Each has up to 100 recipients, whose signatures are checked. */
const MAILS_A_TURN = 10;

/** Returns the messages that a report or an unsubscription is about. */
export function concernedMessages({ secrets }: Signers, { destinations: { returnPaths, unsubscribes } }: Destined): ConcernedMessage[] {
  const reported = signedParts(returnPaths).flatMap((localPart) => readReturnPath(secrets, localPart) ?? []);
  return [...reported, ...unsubscribes.map((messageId) => ({ messageId, place: undefined }))];
}

/** Returns the same for each of many mails, and yields to other work meanwhile. */
export async function concernedByEach(app: Signers, mails: readonly Destined[]): Promise<ConcernedMessage[][]> {
  const each: ConcernedMessage[][] = [];
  for (const mail of mails) {
    if (each.length % MAILS_A_TURN === MAILS_A_TURN - 1) await yieldTurns(1);
    each.push(concernedMessages(app, mail));
  }
  return each;
}
