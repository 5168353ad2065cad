import type { email, TestEvent } from '../../email/email.ts';
import type { SendRequest } from '../../email/send-request.ts';
import type { SendResult } from '../../email/send-result.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const request: SendRequest = {
  from: 'Web shop <hello@demo.posthorn.test>',
  to: ['Ada <ada@example.org>'],
  subject: 'Your order has shipped',
  html_body: '<p>Order 1042 is on its way.</p>',
  text_body: 'Order 1042 is on its way.',
  tags: { order: '1042' },
};

const result: SendResult = {
  message_id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  status: 'queued',
  test_mode: false,
  scheduled_at: null,
  suppressed_recipients: [],
};

const scheduledAt = 1_790_028_800_000;

const event: TestEvent = {
  id: 'evt_01m7y8t9c4r6k1p0x8wnshq3jm',
  message_id: result.message_id,
  type: 'bounce',
  recipients: ['bounced@posthorn.test'],
  provider_message_id: `test_${result.message_id}`,
  detail: '550 5.1.1 Simulated bounce',
  timestamp: 1_790_000_000_000,
  created_at: 1_790_000_000_000,
};

export const emailExamples: ResourceExamples<typeof email> = {
  send: {
    body: request,
    200: { ...result, status: 'scheduled', scheduled_at: scheduledAt },
    202: { ...result, warnings: [{ code: 'missing_variable', path: 'order.number' }] },
  },
  resend: { 200: { ...result, status: 'suppressed', suppressed_recipients: ['ada@example.org'] }, 202: result },
  sendBatch: {
    body: { emails: [request, { ...request, from: 'hello@other.example', to: ['grace@example.org'] }] },
    200: {
      data: [
        { index: 0, ...result, error: null },
        {
          index: 1,
          message_id: null,
          status: 'rejected',
          error: 'from_domain_not_verified',
          detail:
            'The domain of from is not a verified domain that this key may send from: add it by POST /v1/domains and verify it, or send from another.',
          from: 'hello@other.example',
        },
      ],
    },
  },
  reschedule: {
    body: { scheduled_at: scheduledAt },
    200: { message_id: result.message_id, status: 'scheduled', scheduled_at: scheduledAt },
  },
  cancel: { 200: { message_id: result.message_id, status: 'cancelled' } },
  listTestEvents: { 200: { data: [event], next_cursor: null } },
};
