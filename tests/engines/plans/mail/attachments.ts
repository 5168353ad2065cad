import { findFiles, lockFiles } from '../../../../server/src/attachments/index.ts';
import type { Plan } from '../plan.ts';

export const attachmentPlans: readonly Plan[] = [
  ['the files that a request names', 'blobs', (trx) => findFiles(trx, { tenantId: 't', keys: ['k'], now: 5 })],
  ['the files of a group', 'blobs', (trx) => lockFiles(trx, { keys: ['k'], now: 5 })],
];
