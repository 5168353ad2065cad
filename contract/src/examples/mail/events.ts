import type { events } from '../../event-feed.ts';
import type { ResourceExamples } from '../resource-examples.ts';

export const eventExamples: ResourceExamples<typeof events> = {
  list: {
    200: {
      data: [
        {
          type: 'delivery',
          message_id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
          provider_message_id: '4D3A1F2B7C',
          recipients: ['ada@example.org'],
          event_id: 'evt_01m7y8s6w1q4hd0x9k2n5tjcrb',
          timestamp: 1_790_000_002_050,
          test_mode: false,
          tags: { order: '1042' },
          data: {},
        },
      ],
      next_cursor: 'evt_01m7y8s6w1q4hd0x9k2n5tjcrb',
      has_more: false,
    },
  },
};
