import { eraseInReplies } from '../../../server/src/delivery/index.ts';
import type { Plan } from './plan.ts';

export const deliveryPlans: readonly Plan[] = [
  [
    'the attempts of many messages',
    'delivery_attempts_by_message',
    (trx, dialect) => eraseInReplies(trx, dialect, { messageIds: ['m'], email: 'a@b.c' }),
  ],
];
