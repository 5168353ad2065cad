import type { AppContext } from '../app-context.ts';
import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { type Announcement, insertAnnouncements } from './announcement-store.ts';

/** Called with every batch of announcements inside its transaction. */
export const announced = notification<[trx: Trx, announcements: readonly Announcement[]]>('announced');

/** Tells of something that is no message's, in the transaction of the change itself; the one way in which a feature does. */
export async function announce({ hooks }: Pick<AppContext, 'hooks'>, trx: Trx, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  await insertAnnouncements(trx, announcements);
  await hooks.notify(announced, trx, announcements);
}
