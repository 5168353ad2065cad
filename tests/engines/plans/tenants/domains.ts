import { findDueDomains } from '../../../../server/src/domains/check-store.ts';
import { findSenderDomains } from '../../../../server/src/domains/index.ts';
import { findInboundOwners, findVerifiedNames, hasLinkHost, listLinkDomains } from '../../../../server/src/domains/name-store.ts';
import { listDomains } from '../../../../server/src/domains/store.ts';
import { type Plan, page } from '../plan.ts';

export const domainPlans: readonly Plan[] = [
  ['the domains of a tenant', 'domains_list', (trx) => listDomains(trx, 't', page)],
  ['domains by status', 'domains_by_status', (trx) => listDomains(trx, 't', { ...page, status: 'verified' })],
  ['senders', 'domains_', (trx) => findSenderDomains(trx, 't')],
  ['the daily check', 'domains_recheck', (trx) => findDueDomains(trx, 5, 10)],
  ['who takes the mail for names', 'domains', (trx) => findInboundOwners(trx, ['a.example', 'b.example'])],
  ['whether a name has a link host', 'domains_', (trx) => hasLinkHost(trx, 'a.example')],
  ['verified domains by name', 'domains_verified_once', (trx) => listLinkDomains(trx, { after: 'a.example', limit: 10 })],
  ['which names are verified', 'domains', (trx) => findVerifiedNames(trx, ['a.example', 'b.example'])],
];
