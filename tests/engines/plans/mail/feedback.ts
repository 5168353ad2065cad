import { findMessageByProviderId } from '../../../../server/src/feedback/store.ts';
import type { Plan } from '../plan.ts';

export const feedbackPlans: readonly Plan[] = [
  ["a message by its provider's id", 'messages_by_provider_id', (trx) => findMessageByProviderId(trx, 'p')],
  ["an envelope by its provider's id", 'delivery_attempts_by_provider_id', (trx) => findMessageByProviderId(trx, 'p')],
];
