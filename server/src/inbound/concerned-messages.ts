import type { AppContext } from '../app-context.ts';
import type { ReturnPath } from '../messages/index.ts';
import { returnPathIn } from './find-destinations.ts';
import type { SpooledMail } from './spool/spooled-mail.ts';

/** A message that a mail is about, and which of its recipients: any of them where `place` is undefined. */
type ConcernedMessage = Pick<ReturnPath, 'messageId' | 'place'>;

/** Returns the messages that a report or an unsubscription is about. */
export function concernedMessages(app: AppContext, { destinations: { returnPaths, unsubscribes } }: SpooledMail): ConcernedMessage[] {
  const reported = returnPaths.flatMap((path) => returnPathIn(app, path) ?? []);
  return [...reported, ...unsubscribes.map((messageId) => ({ messageId, place: undefined }))];
}
