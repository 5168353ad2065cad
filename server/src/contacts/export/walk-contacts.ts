import { yieldTurns } from '../../core/event-loop.ts';
import type { Db } from '../../db/db.ts';
import type { Stretch } from './export-store.ts';

const CONTACTS_A_PAGE = 1000;

type Place = Stretch['after'];
type List<R> = (db: Db['read'], tenantId: string, stretch: Stretch) => Promise<R[]>;

const FIRST: Place = { id: '', created_at: -1 };

export interface Walk {
  readonly tenantId: string;
  /** The time of the last contacts: those made later are left out. */
  readonly until: number;
  /** Called between pages; ends the walk by rejecting. */
  betweenPages(): Promise<void>;
}

/** Pages of a tenant's contacts as each finds them, oldest first, in constant memory. */
export async function* walkContacts<R extends Place>(
  db: Db,
  list: List<R>,
  { tenantId, until, betweenPages }: Walk,
): AsyncGenerator<R[], void, undefined> {
  for (let after = FIRST, more = true; more; ) {
    const rows = await list(db.read, tenantId, { after, until, limit: CONTACTS_A_PAGE });
    if (rows.length > 0) yield rows;
    await betweenPages();
    await yieldTurns(1);
    after = rows.at(-1) ?? after;
    more = rows.length === CONTACTS_A_PAGE;
  }
}
