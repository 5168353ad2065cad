import { ApiError } from '../../../../server/src/core/errors/api-error.ts';
import type { Trx } from '../../../../server/src/db/dialect.ts';
import { compileFilter } from '../../../../server/src/segments/filter-store.ts';
import { type ContactQuery, countMatches, findMatching, listMatches } from '../../../../server/src/segments/matches-store.ts';
import { parseFilter } from '../../../../server/src/segments/parse-filter.ts';
import { findAudienceIds, findSegment, listSegments } from '../../../../server/src/segments/store.ts';
import { type Plan, page } from '../plan.ts';

function matching(given: object): ContactQuery {
  const filter = parseFilter(given);
  if (filter instanceof ApiError) throw filter;
  return { tenantId: 't', filter, now: 5 };
}

const count = (trx: Trx, filter: object) => countMatches(trx, matching(filter));

function byAttribute(trx: Trx) {
  const { filter, ...scope } = matching({ field: 'attributes.k', op: 'eq', value: 'v' });
  return trx
    .selectFrom('contacts')
    .select('id')
    .where(compileFilter(trx, filter, scope))
    .execute();
}

export const segmentPlans: readonly Plan[] = [
  ['segments', 'segments_list', (trx) => listSegments(trx, 't', page)],
  ['one segment', 'segments', (trx) => findSegment(trx, { tenantId: 't', id: 's' })],
  [
    'the audiences that a filter names',
    'audiences_pkey|sqlite_autoindex_audiences_1',
    (trx) => findAudienceIds(trx, { tenantId: 't', ids: ['a'] }),
  ],
  ['the count of a filter', 'contacts_', (trx) => count(trx, { all: true })],
  ['contacts by an address', 'contacts_by_email', (trx) => count(trx, { field: 'email', op: 'eq', value: 'a@b.c' })],
  ['members of an audience', 'audience_members', (trx) => count(trx, { field: 'audience', op: 'member_of', value: ['a', 'b'] })],
  ['who is in no audience', 'audience_members', (trx) => count(trx, { field: 'audience', op: 'not_member_of', value: 'a' })],
  // Nothing of their rows is read; of an open it is asked who looked.
  [
    'who was sent a mail',
    'COVERING INDEX events_of_contact|Index Only Scan using events\\w*contact',
    (trx) => count(trx, { field: 'events.sent', op: 'happened' }),
  ],
  ['who has opened', 'events_of_contact', (trx) => count(trx, { field: 'events.open', op: 'happened', within_days: 5 })],
  [
    'who has not clicked twice in a broadcast',
    'events_of_contact',
    (trx) => count(trx, { field: 'events.click', op: 'not_happened', min_count: 2, broadcast_id: 'b' }),
  ],
  ['a page of a segment', 'contacts_list', (trx) => listMatches(trx, matching({ all: true }), page)],
  [
    'some contacts and a filter',
    'contacts_pkey|sqlite_autoindex_contacts_1',
    (trx) => findMatching(trx, matching({ field: 'attributes.k', op: 'gt', value: 5 }), ['c']),
  ],
  // Without the tenant, whose index a planner takes for an empty table. The other engine goes through the tenant's contacts.
  ['contacts by an attribute', 'contacts_attributes', byAttribute, 'postgres'],
];
