import { isRecord } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ERASED, eraseInValue } from '../core/text/erased.ts';
import { walkPages } from '../core/walk-pages.ts';
import { lockInOrder } from '../db/dialect.ts';
import type { Erasure } from '../suppressions/index.ts';
import { type AnnouncementPlace, findAnnounced, findAnnouncedData, updateAnnouncedData } from './erasure-store.ts';

/** Announcements examined in one step; those that quote the address are rewritten in one transaction. */
const PAGE = 200;
const START: AnnouncementPlace = { id: '', tenantId: '' };

/** An announcement about a contact with the address loses the whole contact; elsewhere only the address is erased. */
function eraseInData(data: unknown, email: string): unknown {
  const contact = isRecord(data) ? data.contact : undefined;
  const rest = isRecord(contact) && contact.email === email ? { ...contact, email: ERASED, attributes: {} } : contact;
  return eraseInValue(isRecord(data) && contact !== undefined ? { ...data, contact: rest } : data, email);
}

/** Blanks an address in what was announced to a tenant, or to all. */
export async function eraseAnnouncements({ db }: AppContext, erasure: Erasure): Promise<void> {
  for await (const page of walkPages({ first: START, limit: PAGE }, (asked) => findAnnounced(db.read, erasure, asked))) {
    const ids = page.filter(({ quotes }) => quotes).map(({ id }) => id);
    if (ids.length > 0)
      await db.transact(async (trx) => {
        await lockInOrder(trx, 'events', ids);
        const found = await findAnnouncedData(trx, ids);
        const changes = found.map(({ id, data }) => ({ id, data: eraseInData(data, erasure.email) }));
        await updateAnnouncedData(trx, changes);
      });
  }
}
