import type { events } from '../../event-feed.ts';
import { messageEvent } from '../message-event.ts';
import type { ResourceExamples } from '../resource-examples.ts';

export const eventExamples: ResourceExamples<typeof events> = {
  list: {
    200: {
      data: [{ ...messageEvent, type: 'delivery', data: {} }],
      next_cursor: messageEvent.event_id,
      has_more: false,
    },
  },
};
