import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { walkPages } from '../../core/walk-pages.ts';
import type { Db } from '../../db/db.ts';
import { BEFORE_ALL } from '../../db/keyset.ts';
import type { ContactRange } from './exported-contact-store.ts';

const CONTACTS_A_PAGE = 1000;

type Place = ContactRange['after'];
type List<C> = (db: Db['read'], tenantId: string, range: ContactRange) => Promise<C[]>;

export interface Walk {
  readonly tenantId: string;
  /** The creation time of the last contacts included: those created later are left out. */
  readonly until: number;
  /** Called between pages; ends the walk by rejecting. */
  betweenPages(): Promise<void>;
}

/** Yields pages of a tenant's contacts as `list` reads them, oldest first, in constant memory. */
export async function* walkContacts<C extends Place>(
  db: Db,
  list: List<C>,
  { tenantId, until, betweenPages }: Walk,
): AsyncGenerator<C[], void, undefined> {
  for await (const page of walkPages({ first: BEFORE_ALL, limit: CONTACTS_A_PAGE }, (asked) =>
    list(db.read, tenantId, { ...asked, until }),
  )) {
    yield page;
    await betweenPages();
    await yieldTurns(1);
  }
}
