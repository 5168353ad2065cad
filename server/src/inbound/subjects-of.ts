import type { AppContext } from '../app-context.ts';
import type { ReturnPath } from '../messages/index.ts';
import { returnPathIn } from './find-destinations.ts';
import type { SpooledMail } from './spool/spooled-mail.ts';

/** A message that a mail is about, and which of its recipients; any of them where no place is named. */
type MailSubject = Pick<ReturnPath, 'messageId' | 'place'>;

/** Returns what a report or an unsubscription is about. */
export function subjectsOf(app: AppContext, { destinations: { returnPaths, unsubscribes } }: SpooledMail): MailSubject[] {
  const reported = returnPaths.flatMap((path) => returnPathIn(app, path) ?? []);
  return [...reported, ...unsubscribes.map((messageId) => ({ messageId, place: undefined }))];
}
