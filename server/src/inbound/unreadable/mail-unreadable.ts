import { notification } from '../../core/hooks.ts';
import type { Unread } from '../../mail-reader/read-task.ts';

/** Why a received mail was not read. */
export interface UnreadMail extends Unread {
  /** Set if the source is at fault: the store has lost it, or returns other bytes than were stored. */
  readonly source?: 'gone' | 'damaged';
}

/** Why a received mail could not be read: a fault of the mail, of the machine, or of the store with its source. */
export const unreadableCauses = ['mail', 'machine', 'source'] as const;
type UnreadableCause = (typeof unreadableCauses)[number];

/** Called once for each mail that is kept and could not be read, with what is to blame. */
export const mailUnreadable = notification<[cause: UnreadableCause]>('mail unreadable');

/** Returns what is to blame for a mail that was not read. */
export const causeOf = ({ source, unfinished }: UnreadMail): UnreadableCause => (source === undefined ? (unfinished ?? 'mail') : 'source');
