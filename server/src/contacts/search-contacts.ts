import type { KeysetCursor } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { Contact } from './contact.ts';
import { type ContactFilter, measureContacts, scanContacts } from './search-store.ts';

/** Contacts that one request examines. */
const MOST_ROWS = 20_000;

export interface ContactSearch {
  readonly tenantId: string;
  readonly filter: ContactFilter;
  readonly cursor?: KeysetCursor | undefined;
  readonly limit: number;
}

export interface ContactSearchPage {
  readonly contacts: readonly Contact[];
  /** Everything at this place or newer has been examined; null once all contacts have been. */
  readonly next: KeysetCursor | null;
}

const placeOf = ({ createdAt, id }: Contact): KeysetCursor => ({ createdAt, id });

/** Returns the older of two places. */
const older = (left: KeysetCursor, right: KeysetCursor) =>
  left.createdAt < right.createdAt || (left.createdAt === right.createdAt && left.id < right.id) ? left : right;

/** Returns matching contacts, newest first, out of at most 20,000 examined. */
export async function searchContacts({ db }: AppContext, search: ContactSearch): Promise<ContactSearchPage> {
  const { tenantId, filter, cursor, limit } = search;
  const part = { tenantId, cursor, rows: MOST_ROWS };
  const scan = db.scan(tenantId);
  const found = await scanContacts(scan, part, { filter, limit: limit + 1 });
  const contacts = found.slice(0, limit);
  const last = contacts.at(-1);
  if (found.length > limit && last !== undefined) return { contacts, next: placeOf(last) };
  const end = await measureContacts(scan, part);
  if (end === undefined) return { contacts, next: null };
  // Contacts added between the two statements may have moved the last row up.
  return { contacts, next: last === undefined ? end : older(end, placeOf(last)) };
}
