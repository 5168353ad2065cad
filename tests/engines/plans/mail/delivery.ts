import { findDoubted } from '../../../../server/src/delivery/doubted-store.ts';
import { eraseInReplies } from '../../../../server/src/delivery/erasure-store.ts';
import { endAttempts } from '../../../../server/src/delivery/store.ts';
import type { Plan } from '../plan.ts';

const END = { attemptId: 'a', outcome: 'accepted', reply: null, providerMessageId: null, at: 5 } as const;

export const deliveryPlans: readonly Plan[] = [
  ['the attempts of many messages', 'delivery_attempts_by_message', (trx) => eraseInReplies(trx, { messageIds: ['m'], email: 'a@b.c' })],
  ['which of many messages are in doubt', 'delivery_attempts_by_message', (trx) => findDoubted(trx, ['m'])],
  ['how attempts ended', 'delivery_attempts_pkey[^]*= ANY', (trx) => endAttempts(trx, [END]), 'postgres'],
];
