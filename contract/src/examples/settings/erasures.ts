import type { erasures } from '../../erasures.ts';
import type { ResourceExamples } from '../resource-examples.ts';

export const erasureExamples: ResourceExamples<typeof erasures> = {
  create: {
    body: { email: 'ada@example.org' },
    200: { erased: true, email: 'ada@example.org' },
  },
  delete: { 200: { deleted: true, email: 'ada@example.org' } },
};
