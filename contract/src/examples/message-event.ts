import type { MessageWebhookEvent } from '../webhooks/webhook-events.ts';

/** The event in webhooks and the feed. */
export const messageEvent: MessageWebhookEvent = {
  type: 'bounce',
  message_id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  provider_message_id: '4D3A1F2B7C',
  recipients: ['ada@example.org'],
  event_id: 'evt_01m7y8s6w1q4hd0x9k2n5tjcrb',
  timestamp: 1_790_000_002_050,
  test_mode: false,
  tags: { order: '1042' },
  data: { class: 'hard', code: 550, diagnostic: '550 5.1.1 No such user' },
};
