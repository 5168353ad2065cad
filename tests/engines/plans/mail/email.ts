import { findAnswersNaming, lockAnswers, updateAnswers } from '../../../../server/src/email/erasure-store.ts';
import type { Plan } from '../plan.ts';

const key = { tenantId: 't', route: 'single', key: 'k' } as const;
const result = { data: [] };

export const emailPlans: readonly Plan[] = [
  [
    'a walk over the answers of a tenant',
    'idempotency_keys',
    (trx) => findAnswersNaming(trx, { tenantId: 't', email: 'a@b.c' }, { after: null, limit: 5 }),
  ],
  [
    'a walk over all answers',
    'idempotency_keys',
    (trx) => findAnswersNaming(trx, { tenantId: null, email: 'a@b.c' }, { after: null, limit: 5 }),
  ],
  ['the answers that name somebody', 'idempotency_keys', (trx) => lockAnswers(trx, [key])],
  ['the answers to rewrite', 'idempotency_keys', (trx) => updateAnswers(trx, [{ ...key, result }])],
];
