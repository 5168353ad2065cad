import { notification } from '../core/hooks.ts';
import type { Unread } from '../mail-reader/read-task.ts';

/** Why a received mail was not read. */
export interface UnreadMail extends Unread {
  /** Set where its source is to blame: the store has it no more, or returns other bytes than it was given. */
  readonly source?: 'gone' | 'damaged';
}

/** What is to blame for a received mail that was not read: the mail, the machine, or the store of files with its source. */
export const unreadableCauses = ['mail', 'machine', 'source'] as const;
type UnreadableCause = (typeof unreadableCauses)[number];

/** Called once for each mail that is kept and could not be read, with what is to blame. */
export const mailUnreadable = notification<[cause: UnreadableCause]>('mail unreadable');

/** Returns what is to blame for a mail that was not read. */
export const causeOf = ({ source, unfinished }: UnreadMail): UnreadableCause => (source === undefined ? (unfinished ?? 'mail') : 'source');
