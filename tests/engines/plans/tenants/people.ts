import { deleteEndedSignIns, deleteSignInsOf, findSignedIn, listSignIns } from '../../../../server/src/people/access/sign-in-store.ts';
import { deleteOldTries } from '../../../../server/src/people/access/try-store.ts';
import { deleteOldAuditEntries, listAuditEntries, listEntriesOn } from '../../../../server/src/people/audit/store.ts';
import { findMemberCaller, findOperatorCaller } from '../../../../server/src/people/bearers/store.ts';
import { deleteExpiredLinks, deleteReplaced, findLink, listInvitations } from '../../../../server/src/people/links/store.ts';
import { findMembership, findSoleOwned, listMemberships, listOwnMemberships } from '../../../../server/src/people/members/store.ts';
import { findUserByEmail, listUsers } from '../../../../server/src/people/user-store.ts';
import { type Plan, page } from '../plan.ts';

const asked = { signInId: 's', now: 5 };

export const peoplePlans: readonly Plan[] = [
  ['the person with a cookie', 'sign_ins_by_hash', (trx) => findSignedIn(trx, { hash: 'h', now: 5 })],
  ['the person with a bearer in a tenant', 'memberships_of_(?:user|tenant)', (trx) => findMemberCaller(trx, { ...asked, tenantId: 't' })],
  ['the person with a bearer of the operator', 'sign_ins_pkey|sqlite_autoindex_sign_ins_1', (trx) => findOperatorCaller(trx, asked)],
  ['the person with an address', 'users_by_email', (trx) => findUserByEmail(trx, 'a@example.com')],
  ['people', 'users_newest', (trx) => listUsers(trx, page)],
  ['the sign-ins of a person', 'sign_ins_of_user', (trx) => listSignIns(trx, { userId: 'u', now: 5, page })],
  ['the sign-ins that end with a password', 'sign_ins_of_user', (trx) => deleteSignInsOf(trx, 'u')],
  ['sign-ins that have ended', 'sign_ins_expired', (trx) => deleteEndedSignIns(trx, { now: 5, limit: 10 })],
  ['tries that are over', 'sign_in_tries_reset', (trx) => deleteOldTries(trx, { now: 5, limit: 10 })],
  ['a link', 'invitations_by_hash', (trx) => findLink(trx, { hash: 'h', now: 5 })],
  [
    'links that are replaced',
    'invitations_(?:by_email|of_tenant)',
    (trx) => deleteReplaced(trx, { kind: 'reset', email: 'a', tenantId: null }),
  ],
  ['the invitations of a tenant', 'invitations_of_tenant', (trx) => listInvitations(trx, { tenantId: 't', now: 5, page })],
  ['links that have expired', 'invitations_expired', (trx) => deleteExpiredLinks(trx, { now: 5, limit: 10 })],
  ['the role of a person', 'memberships_of_user', (trx) => findMembership(trx, { tenantId: 't', userId: 'u' })],
  ['the tenant that a person alone owns', 'memberships_of_user', (trx) => findSoleOwned(trx, 'u')],
  ['the tenants of a person', 'memberships_of_user', (trx) => listOwnMemberships(trx, 'u')],
  ['the people of a tenant', 'memberships_of_tenant', (trx) => listMemberships(trx, 't', page)],
  ['the audit of a tenant', 'audit_entries_of_tenant', (trx) => listAuditEntries(trx, { tenantId: 't' }, page)],
  ['the audit of a person', 'audit_entries_of_user', (trx) => listAuditEntries(trx, { userId: 'u' }, page)],
  ['the audit of all', 'audit_entries_newest', (trx) => listAuditEntries(trx, 'all', page)],
  [
    'an address in the audit of a tenant',
    'audit_entries_of_tenant',
    (trx) => listEntriesOn(trx, { tenantId: 't', email: 'a@example.com' }),
  ],
  ['the audit that is too old', 'audit_entries_newest', (trx) => deleteOldAuditEntries(trx, { before: 5, limit: 10 })],
];
