import { findErasures, hasErasures } from '../../../../server/src/suppressions/erased-store.ts';
import { deleteSuppressionsOfAll, findListed, findSuppressions, listSuppressions } from '../../../../server/src/suppressions/store.ts';
import type { Plan } from '../plan.ts';

export const suppressionPlans: readonly Plan[] = [
  ['a suppression list', 'suppressions_list', (trx) => listSuppressions(trx, 't', { limit: 25, cursor: 5 })],
  [
    'a suppression list by reason',
    'suppressions_by_reason',
    (trx) => listSuppressions(trx, 't', { limit: 25, cursor: 5, reason: 'manual' }),
  ],
  ['one suppression', 'suppressions', (trx) => listSuppressions(trx, 't', { limit: 25, email: 'a@b.c' })],
  ['the suppressions of a group', 'suppressions', (trx) => findSuppressions(trx, [{ tenantId: 't', email: 'a@b.c' }])],
  ['who must get no mail', 'erasures', (trx) => findListed(trx, [{ tenantId: 't', email: 'a@b.c', addressHash: 'h', marketing: true }])],
  ['whether anybody was erased', 'erasures_purge', (trx) => hasErasures(trx, 't')],
  ['who was erased', 'erasures_pkey|sqlite_autoindex_erasures_1', (trx) => findErasures(trx, { tenantId: 't', hashes: ['h'], after: 5 })],
  ['an address on all lists', 'suppressions', (trx) => deleteSuppressionsOfAll(trx, 'a@b.c')],
];
