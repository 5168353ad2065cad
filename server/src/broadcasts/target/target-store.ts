import { type Kysely, type SqlBool, sql } from 'kysely';
import { withinScanTime } from '../../db/dialect.ts';
import type { Flag } from '../../db/schema/flag.ts';
import type { Schema } from '../../db/schema.ts';
import { compileFilter } from '../../segments/index.ts';
import { isListed } from '../../suppressions/index.ts';
import type { OpenTarget, Place } from '../broadcast.ts';

/** A target whose contacts are looked up, at a time. */
export interface TargetScope {
  readonly tenantId: string;
  readonly target: OpenTarget;
  readonly now: number;
}

/** A range of the contacts of a target: after one place, up to and including another. */
export interface CandidateRange {
  readonly after: Place;
  readonly to: Place;
  /** Only the first so many that are subscribed and on no suppression list. May read all of the tenant's contacts: for `db.scan`. */
  readonly first?: number;
}

/** The places before and after every contact. */
export const FIRST: Place = { at: -1, id: '' };
export const LAST: Place = { at: Number.MAX_SAFE_INTEGER, id: '~' };

/** A contact of a target. */
export interface Candidate {
  readonly id: string;
  readonly createdAt: number;
  readonly email: string;
  readonly status: string;
  /** Whether the address is on a suppression list that applies to marketing mail. */
  readonly listed: boolean;
}

const after = (at: string, id: string, place: Place) => sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) > (${place.at}, ${place.id})`;
const notBeyond = (at: string, id: string, place: Place) => sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) <= (${place.at}, ${place.id})`;

/** Returns the place `steps` contacts further on; undefined if there are fewer. Reads only an index and applies no filter. */
export async function findPlace(
  db: Kysely<Schema>,
  { tenantId, target }: TargetScope,
  { from, until, steps }: { from: Place; until: number; steps: number },
): Promise<Place | undefined> {
  if (target.kind === 'audience') {
    const row = await db
      .selectFrom('audience_members as m')
      .select(['m.contact_created_at', 'm.contact_id'])
      .where('m.audience_id', '=', target.id)
      .where(after('m.contact_created_at', 'm.contact_id', from))
      .where('m.contact_created_at', '<=', until)
      .orderBy('m.contact_created_at')
      .orderBy('m.contact_id')
      .limit(1)
      .offset(steps - 1)
      .executeTakeFirst();
    return row && { at: row.contact_created_at, id: row.contact_id };
  }
  const row = await db
    .selectFrom('contacts')
    .select(['created_at', 'id'])
    .where('tenant_id', '=', tenantId)
    .where(after('created_at', 'id', from))
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .offset(steps - 1)
    .executeTakeFirst();
  return row && { at: row.created_at, id: row.id };
}

const listedOf = (tenantId: string) => sql<Flag>`case when ${isListed(tenantId, 'contacts.email')} then 1 else 0 end`;

/** Returns the condition that a contact may get mail, as far as a statement can tell: only the hash of an erased address is known. */
const isWanted = (db: Kysely<Schema>, tenantId: string) =>
  sql<SqlBool>`${withinScanTime(db, 'contacts')} and contacts.status = 'subscribed' and not ${isListed(tenantId, 'contacts.email')}`;

function contactsOf(db: Kysely<Schema>, { tenantId, target, ...scope }: TargetScope, range: CandidateRange) {
  const { first } = range;
  const columns = ['contacts.id', 'contacts.created_at', 'contacts.email', 'contacts.status', listedOf(tenantId).as('listed')] as const;
  if (target.kind === 'audience')
    return db
      .selectFrom('audience_members as m')
      .innerJoin('contacts', 'contacts.id', 'm.contact_id')
      .select(columns)
      .$if(first !== undefined, (query) => query.where(isWanted(db, tenantId)).limit(first ?? 0))
      .where('m.audience_id', '=', target.id)
      .where('contacts.tenant_id', '=', tenantId)
      .where(after('m.contact_created_at', 'm.contact_id', range.after))
      .where(notBeyond('m.contact_created_at', 'm.contact_id', range.to))
      .orderBy('m.contact_created_at')
      .orderBy('m.contact_id')
      .execute();
  return db
    .selectFrom('contacts')
    .select(columns)
    .$if(first !== undefined, (query) => query.where(isWanted(db, tenantId)).limit(first ?? 0))
    .where('contacts.tenant_id', '=', tenantId)
    .where(compileFilter(db, target.filter, scope))
    .where(after('contacts.created_at', 'contacts.id', range.after))
    .where(notBeyond('contacts.created_at', 'contacts.id', range.to))
    .orderBy('contacts.created_at')
    .orderBy('contacts.id')
    .execute();
}

/** Returns the contacts of a target within a range, oldest first. */
export async function listCandidates(db: Kysely<Schema>, scope: TargetScope, range: CandidateRange): Promise<Candidate[]> {
  const rows = await contactsOf(db, scope, range);
  return rows.map(({ created_at, listed, ...row }) => ({ ...row, createdAt: created_at, listed: listed === 1 }));
}

/** Returns how many contacts a target has. Reads all of the tenant's contacts: for `db.scan`. */
export async function countTarget(db: Kysely<Schema>, scope: TargetScope): Promise<number> {
  const counts = await countByStatus(db, scope);
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns how many contacts of each status a target has, and how many of them are on a suppression list. Reads all of the tenant's
 * contacts: for `db.scan`.
 */
export function countByStatus(db: Kysely<Schema>, { tenantId, target, ...scope }: TargetScope) {
  const isMember = (audienceId: string) => sql<SqlBool>`exists (
    select 1 from audience_members m where m.audience_id = ${audienceId} and m.contact_id = contacts.id)`;
  return db
    .selectFrom('contacts')
    .select('contacts.status')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>(listedOf(tenantId)).as('listed')])
    .where('contacts.tenant_id', '=', tenantId)
    .where(withinScanTime(db, 'contacts'))
    .where(target.kind === 'audience' ? isMember(target.id) : compileFilter(db, target.filter, scope))
    .groupBy('contacts.status')
    .execute();
}
