import type { stats } from '../../stats.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const none = { bounced_soft: 0, bounced_policy: 0, complained: 0, failed: 0 };
const monday = { accepted: 1200, sent: 1198, delivered: 1190, delayed: 3, bounced_hard: 2, opened: 640, clicked: 210, suppressed: 2 };
const tuesday = { accepted: 900, sent: 900, delivered: 897, delayed: 0, bounced_hard: 1, opened: 455, clicked: 120, suppressed: 0 };
const both = { accepted: 2100, sent: 2098, delivered: 2087, delayed: 3, bounced_hard: 3, opened: 1095, clicked: 330, suppressed: 2 };

export const statExamples: ResourceExamples<typeof stats> = {
  get: {
    200: {
      interval: 'day',
      timezone: 'Europe/Berlin',
      complete: true,
      data: [
        { at: 1_790_028_000_000, ...monday, ...none },
        { at: 1_790_114_400_000, ...tuesday, ...none },
      ],
      totals: { ...both, ...none },
    },
  },
};
