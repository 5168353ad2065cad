import { findLastAttempt, findMessageByProviderId } from '../../../../server/src/feedback/store.ts';
import type { Plan } from '../plan.ts';

export const feedbackPlans: readonly Plan[] = [
  ["a message by its provider's id", 'messages_by_provider_id', (trx) => findMessageByProviderId(trx, 'p')],
  ["an envelope by its provider's id", 'delivery_attempts_by_provider_id', (trx) => findMessageByProviderId(trx, 'p')],
  [
    'the last attempt with a return path',
    'delivery_attempts.*_by_message',
    (trx) => findLastAttempt(trx, { messageId: 'm', place: 0, day: 1 }),
  ],
];
