import { deleteCapturedOf, listCaptured } from '../../../server/src/provider/captured-store.ts';
import { type Plan, page } from './plan.ts';

export const providerPlans: readonly Plan[] = [
  ['captured mail', 'captured_mail_list', (trx) => listCaptured(trx, page)],
  ['the captured copies of messages', 'captured_mail_of_message', (trx) => deleteCapturedOf(trx, ['m'])],
  ['captured mail of a tenant', 'captured_mail_list', (trx) => listCaptured(trx, { ...page, tenantId: 'ten_1' })],
];
