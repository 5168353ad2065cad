import { notification } from '../core/hooks.ts';
import type { Unread } from './read-task.ts';

export const UNREADABLE_CAUSES = ['mail', 'machine', 'source'] as const;

/** Called once a mail is kept that could not be read, with what is to blame: the mail, the machine, or the store of files with its source. */
export const mailUnreadable = notification<[cause: (typeof UNREADABLE_CAUSES)[number]]>('mail unreadable');

export const causeOf = ({ source, unfinished }: Unread) => (source === undefined ? (unfinished ?? 'mail') : 'source');
