import type { MessageDetail, MessageSummary, messages } from '../../messages.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const summary: MessageSummary = {
  id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  from: 'Web shop <hello@demo.posthorn.test>',
  to: ['Ada <ada@example.org>'],
  cc: [],
  bcc: [],
  subject: 'Your order has shipped',
  status: 'sent',
  stream: 'transactional',
  tags: { order: '1042' },
  template_alias: null,
  test_mode: false,
  scheduled_at: null,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_850,
  sent_at: 1_790_000_000_850,
  provider_message_id: '4D3A1F2B7C',
  broadcast_id: null,
  automation_id: null,
  contact_id: null,
  suppressed_recipients: [],
};

const detail: MessageDetail = {
  ...summary,
  html_body: '<p>Order 1042 is on its way.</p>',
  text_body: 'Order 1042 is on its way.',
  headers: {},
  reply_to: [],
  attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 48_213 }],
  template_version: null,
  recipients: [{ email: 'ada@example.org', kind: 'to', status: 'sent', detail: null, updated_at: 1_790_000_000_850 }],
  events: [
    {
      id: 'evt_01m7y8s4s6t0h9x2n5wqkjc3rd',
      type: 'sent',
      recipients: ['ada@example.org'],
      timestamp: 1_790_000_000_850,
      data: {},
    },
  ],
};

export const messageExamples: ResourceExamples<typeof messages> = {
  list: { 200: { data: [summary], next_cursor: 1_790_000_000_000 } },
  search: { 200: { data: [summary], next_cursor: 1_789_400_000_000_000, searched_until: 1_789_400_000_000 } },
  get: { 200: detail },
};
