import type { InboundMail, inbound } from '../../inbound.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const question: InboundMail = {
  id: 'inb_01m7y8w4cr2e6g8j0m3p5s7v9x',
  from_addr: 'ada@example.org',
  from_name: 'Ada',
  envelope_from: 'ada@example.org',
  to_addrs: ['help@mail.example.com'],
  rcpt_addr: 'help@mail.example.com',
  rcpt_addrs: ['help@mail.example.com'],
  subject: 'Where is my order?',
  message_id_header: '<CA1b2c3@mail.example.org>',
  in_reply_to: null,
  size: 312,
  spam_score: null,
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  unreadable: null,
  attachments: [{ index: 0, filename: 'receipt.pdf', content_type: 'application/pdf', size: 48_213 }],
  created_at: 1_790_000_000_000,
};

export const inboundExamples: ResourceExamples<typeof inbound> = {
  list: { 200: { data: [question], next_cursor: null } },
  get: {
    200: {
      ...question,
      cc: ['Grace <grace@example.org>'],
      bcc: [],
      reply_to: [],
      headers: [
        { name: 'From', value: 'Ada <ada@example.org>' },
        { name: 'Cc', value: 'Grace <grace@example.org>' },
        { name: 'Subject', value: 'Where is my order?' },
      ],
      text_body: 'Order 1042 has not come yet.',
      html_body: null,
      raw: 'From: Ada <ada@example.org>\r\nCc: Grace <grace@example.org>\r\nSubject: Where is my order?\r\n…',
      raw_encoding: 'utf8',
    },
  },
  getAttachment: {},
};
