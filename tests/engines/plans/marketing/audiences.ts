import { countAnew, countInMembers, countSubscribed, findAudienceAfter } from '../../../../server/src/audiences/count-store.ts';
import {
  countMembers,
  deleteMembers,
  deleteMembershipsOf,
  deleteMembersOf,
  findContactIds,
  insertMembers,
  listMembers,
  listMembersByEmail,
} from '../../../../server/src/audiences/member-store.ts';
import { listAudiences, listAudiencesOfContact, listDisowned } from '../../../../server/src/audiences/store.ts';
import { type Plan, page } from '../plan.ts';

export const audiencePlans: readonly Plan[] = [
  ['audiences', 'audiences_list', (trx) => listAudiences(trx, 't', page)],
  ['the audiences of a contact', 'audience_members_of_contact', (trx) => listAudiencesOfContact(trx, { tenantId: 't', id: 'c' }, page)],
  ['broken-off deletions of audiences', 'audiences_list', (trx) => listDisowned(trx, 5)],
  ['the members of an audience', 'audience_members_list', (trx) => listMembers(trx, { tenantId: 't', id: 'a' }, page)],
  ['the member of an audience with an address', 'contacts_by_email', (trx) => listMembersByEmail(trx, { tenantId: 't', id: 'a' }, 'e')],
  ['the number of members', 'audience_members', (trx) => countMembers(trx, 'a')],
  [
    'what members count for',
    'contacts_pkey|sqlite_autoindex_contacts_1',
    (trx) => countInMembers(trx, [{ audience_id: 'a', contact_id: 'c' }], 1),
  ],
  ['where a status counts', 'audience_members_of_contact', (trx) => countSubscribed(trx, [{ contactId: 'c', change: 1 }])],
  ['the audience to count anew', 'audiences_pkey|sqlite_autoindex_audiences_1', (trx) => findAudienceAfter(trx, 'a')],
  ['the members to count anew', 'audience_members', (trx) => countAnew(trx, 'a')],
  ['members to remove', 'audience_members', (trx) => deleteMembers(trx, 'a', 5)],
  ['some members of an audience', 'audience_members_p', (trx) => deleteMembersOf(trx, { id: 'a', tenantId: 't' }, ['c'])],
  ['which contacts there are', 'contacts_pkey|sqlite_autoindex_contacts_1', (trx) => findContactIds(trx, { tenantId: 't', ids: ['c'] })],
  [
    'contacts that become members',
    'contacts_pkey|sqlite_autoindex_contacts_1',
    (trx) => insertMembers(trx, { tenantId: 't', audienceId: 'a', contactIds: ['c'], at: 5 }),
  ],
  ['the memberships of contacts', 'audience_members_of_contact', (trx) => deleteMembershipsOf(trx, ['c'])],
];
