import type { Trx } from '../db/dialect.ts';
import { type Announcement, insertAnnouncements } from './store.ts';

/** Hears of every batch of announcements inside its transaction. */
export type AnnouncementSubscriber = (trx: Trx, announcements: readonly Announcement[]) => Promise<void>;

export type Announce = (trx: Trx, announcements: readonly Announcement[]) => Promise<void>;

/** The one way in which a feature tells of something that is no message's: in the transaction of the change itself. */
export function announcer(subscribers: readonly AnnouncementSubscriber[]): Announce {
  return async (trx, announcements) => {
    if (announcements.length === 0) return;
    await insertAnnouncements(trx, announcements);
    for (const notify of subscribers) await notify(trx, announcements);
  };
}
