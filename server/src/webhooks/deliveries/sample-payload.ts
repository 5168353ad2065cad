import type {
  AccountEventType,
  Contact,
  ContactImport,
  InboundMail,
  MessageEventType,
  WebhookEvent,
  WebhookEventData,
} from '@posthorn/contract';
import { HOUR_MS } from '../../core/durations.ts';

const EMAIL = 'ada@example.com';
const CLIENT = { ip: '192.0.2.1', user_agent: 'Mozilla/5.0' };
const SCHEDULED_AHEAD_MS = HOUR_MS;

/** Returns a made-up id, as long as a real one, which names nothing. */
const idOf = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;

const contactAt = (at: number): Contact => ({
  id: idOf('con'),
  email: EMAIL,
  status: 'subscribed',
  attributes: { first_name: 'Ada' },
  created_at: at,
  updated_at: at,
});

const dataOf: { readonly [T in MessageEventType]?: (at: number) => Record<string, unknown> } = {
  bounce: () => ({ class: 'hard', code: 550, diagnostic: '550 5.1.1 No such user' }),
  failed: () => ({ reason: '554 5.6.0 The mail was refused' }),
  delivery_delayed: () => ({ reason: '451 4.7.1 Try again later' }),
  open: () => CLIENT,
  click: () => ({ url: 'https://example.com/', ...CLIENT }),
  scheduled: (at) => ({ scheduled_at: at + SCHEDULED_AHEAD_MS }),
};

const UNSENT: readonly string[] = ['scheduled', 'cancelled', 'suppressed'];

const importAt = (at: number): ContactImport => ({
  import_id: idOf('imp'),
  status: 'done',
  file_name: 'contacts.csv',
  audience_id: null,
  contact_status: null,
  total_rows: 1,
  processed_rows: 1,
  created: 1,
  updated: 0,
  failed: 0,
  errors: [],
  error: null,
  columns: ['email', 'first_name'],
  created_at: at,
  started_at: at,
  completed_at: at,
});

const inboundAt = (at: number): InboundMail => ({
  id: idOf('inb'),
  from_addr: EMAIL,
  from_name: 'Ada',
  envelope_from: EMAIL,
  to_addrs: ['hello@example.org'],
  rcpt_addr: 'hello@example.org',
  rcpt_addrs: ['hello@example.org'],
  subject: 'Hello',
  message_id_header: '<sample@example.com>',
  in_reply_to: null,
  size: 1024,
  spam_score: null,
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  attachments: [],
  unreadable: null,
  created_at: at,
});

const accountData: { readonly [T in AccountEventType]: (at: number) => WebhookEventData<T> } = {
  'contact.created': (at) => ({ contact: contactAt(at) }),
  'contact.updated': (at) => ({ contact: contactAt(at) }),
  'contact.import.completed': (at) => ({ import: importAt(at) }),
  'inbound.received': (at) => ({ inbound: inboundAt(at) }),
  'automation.webhook': (at) => ({
    name: 'sample',
    data: {},
    automation_id: idOf('aut'),
    enrollment_id: idOf('enr'),
    contact: contactAt(at),
  }),
};

const isAccountType = (type: string): type is AccountEventType => Object.hasOwn(accountData, type);

/** Returns the payload of a made-up event of a type, for trying an endpoint. `at`: its time, epoch milliseconds. */
export function samplePayload(type: string, eventId: string, at: number): WebhookEvent {
  // Safe because the data are those of the type.
  if (isAccountType(type)) return { type, event_id: eventId, timestamp: at, ...accountData[type](at), sample: true } as WebhookEvent;
  // Safe because an endpoint's types are checked when they are given.
  const messageType = type as MessageEventType;
  return {
    type: messageType,
    message_id: idOf('msg'),
    provider_message_id: UNSENT.includes(type) ? null : 'sample',
    recipients: [EMAIL],
    timestamp: at,
    event_id: eventId,
    test_mode: false,
    tags: {},
    data: dataOf[messageType]?.(at) ?? {},
    sample: true,
  };
}
