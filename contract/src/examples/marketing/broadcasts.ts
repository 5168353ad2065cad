import type { Broadcast } from '../../broadcasts/broadcast-fields.ts';
import type { BroadcastPreview, BroadcastRecipient } from '../../broadcasts/broadcast-reports.ts';
import type { broadcasts } from '../../broadcasts/broadcasts.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const draft: Broadcast = {
  id: 'bc_01m7y8w5kz3n9r2t4v6x8y0a1c',
  name: 'News of May',
  subject: 'What is new, {{ attributes.first_name | default: "friend" }}',
  from_domain_id: 'dom_01m7y8w5kz3n9r2t4v6x8y0a1c',
  from: 'Ada <ada@demo.posthorn.test>',
  reply_to: null,
  preview_text: 'Three things that you asked for',
  body_html: '<p>Hello!</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  body_text: null,
  target_kind: 'audience',
  target_id: 'aud_01m7y8w5kz3n9r2t4v6x8y0a1c',
  status: 'draft',
  scheduled_at: null,
  total_recipients: 0,
  sent_count: 0,
  skipped_count: 0,
  last_error: null,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
  sent_at: null,
};

const begun = { ...draft, total_recipients: 1200, sent_count: 1000, skipped_count: 20 };
const sending: Broadcast = { ...begun, status: 'sending' };
const paused: Broadcast = { ...begun, status: 'paused' };

const content = {
  name: draft.name,
  subject: draft.subject,
  from: 'Ada <ada@demo.posthorn.test>',
  body_html: '<p>Hello!</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  target_kind: 'audience' as const,
  target_id: 'aud_01m7y8w5kz3n9r2t4v6x8y0a1c',
};

const failed: BroadcastRecipient = {
  contact_id: 'con_01m7y8w5kz3n9r2t4v6x8y0a1c',
  email: 'ada@example.net',
  status: 'failed',
  reason: '554 5.7.1 Message refused',
  message_id: 'msg_01m7y8w5kz3n9r2t4v6x8y0a1c',
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_060_000,
};

const preview: BroadcastPreview = {
  counts: { total: 1200, deliverable: 1170, unsubscribed: 20, cleaned: 8, suppressed: 2 },
  sample: {
    contact_id: failed.contact_id,
    from: 'Ada <ada@demo.posthorn.test>',
    subject: 'What is new, friend',
    html_body: '<p>Hello!</p>',
    text_body: 'Hello!',
    size: 39,
  },
  missing: ['attributes.city'],
  warnings: [{ code: 'no_unsubscribe_link', detail: 'A body does not use unsubscribe_url; a link is added at its end.' }],
};

const events = {
  sent: 990,
  delivery: 950,
  delivery_delayed: 3,
  failed: 2,
  bounce: 5,
  complaint: 1,
  suppressed: 0,
  open: 610,
  click: 140,
  scheduled: 0,
  cancelled: 0,
};

export const broadcastExamples: ResourceExamples<typeof broadcasts> = {
  create: { body: content, 201: draft },
  list: { 200: { data: [draft], next_cursor: null } },
  get: { 200: draft },
  update: { body: { subject: draft.subject, reply_to: null }, 200: draft },
  duplicate: { body: { name: 'News of June' }, 201: { ...draft, id: 'bc_01m8gq1v0e4s7x9z2b5d8f1h3k', name: 'News of June' } },
  delete: { 200: { deleted: true, id: draft.id } },
  send: {
    body: { scheduled_at: 1_790_003_600_000 },
    200: { ...draft, status: 'scheduled', scheduled_at: 1_790_003_600_000, total_recipients: 1200 },
    202: sending,
  },
  cancel: { 200: { ...draft, status: 'cancelled' } },
  pause: { 200: paused },
  resume: { 200: sending },
  retry: { 202: { retried: 2 } },
  test: {
    body: { to: ['ada@example.net'] },
    202: {
      data: [
        {
          message_id: 'msg_01m7y8w5kz3n9r2t4v6x8y0a1c',
          status: 'queued',
          test_mode: false,
          scheduled_at: null,
          suppressed_recipients: [],
        },
      ],
    },
  },
  preview: { body: {}, 200: preview },
  listRecipients: { 200: { data: [failed], next_cursor: null } },
  stats: {
    200: {
      broadcast_id: draft.id,
      ledger: { total: 1200, pending: 180, queued: 3, sent: 990, failed: 7, suppressed: 2, skipped: 18 },
      events,
      unique_opens: 480,
      unique_clicks: 120,
      timeline: [{ at: 1_789_999_200_000, events }],
      links: [{ url: 'https://shop.example.com/spring', clicks: 140, unique_clicks: 120 }],
    },
  },
};
