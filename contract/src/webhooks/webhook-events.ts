import { z } from 'zod';
import { contact } from '../contacts/contact-fields.ts';
import { idOf, timestamp } from '../core/fields.ts';
import { messageEventTypes } from '../events.ts';
import { inboundMail } from '../inbound.ts';

const sample = z.boolean().optional().describe('True for a sample event, absent otherwise.');

const base = {
  event_id: z.string().describe('Id of the event, the same for all attempts and replays: use it to recognise duplicates.'),
  timestamp,
  sample,
};

const record = z.record(z.string(), z.unknown());

/** What is posted when something happened to a message. */
const messageWebhookEvent = z
  .object({
    type: z.enum(messageEventTypes).describe('What happened to the message.'),
    message_id: z.string().describe('Id of the message, as in `GET /v1/messages/{id}`.'),
    provider_message_id: z.string().nullable().describe('Id of the message at the provider; null until the provider accepted it.'),
    recipients: z.array(z.string()).describe('Affected addresses; empty if an open or click cannot be attributed to one.'),
    ...base,
    test_mode: z.boolean().describe('Whether delivery was simulated.'),
    tags: z.record(z.string(), z.string()).describe("The message's tags."),
    data: record.describe(
      'bounce: `{class: hard|soft|policy, code, diagnostic}`; click: `{url, ip, user_agent}`; open: `{ip, user_agent}`; failed and ' +
        'delivery_delayed: `{reason}`; scheduled: `{scheduled_at}`; otherwise empty.',
    ),
  })
  .meta({ id: 'MessageWebhookEvent' });

/** What is posted when a contact was created or changed. */
const contactWebhookEvent = z
  .object({
    type: z.enum(['contact.created', 'contact.updated']).describe('What happened to the contact.'),
    ...base,
    contact: contact.describe('The contact as it was when the event was recorded.'),
  })
  .meta({ id: 'ContactWebhookEvent' });

/** What is posted when an import has ended, `done` or `failed`. */
const importWebhookEvent = z
  .object({
    type: z.literal('contact.import.completed').describe('An import has completed or failed.'),
    ...base,
    import: record.describe('The import, as `GET /v1/contacts/imports/{id}` shows it.'),
  })
  .meta({ id: 'ImportWebhookEvent' });

/** What is posted when mail was received. */
const inboundWebhookEvent = z
  .object({
    type: z.literal('inbound.received').describe('A mail was received.'),
    ...base,
    inbound: inboundMail.describe('The mail, as `GET /v1/inbound` shows it.'),
  })
  .meta({ id: 'InboundWebhookEvent' });

/** What is posted by the step `webhook` of an automation. */
const automationWebhookEvent = z
  .object({
    type: z.literal('automation.webhook').describe('A `webhook` step of an automation was executed.'),
    ...base,
    name: z.string().describe('Name given by the step.'),
    data: record.describe('Data given by the step.'),
    automation_id: idOf('the automation'),
    enrollment_id: idOf('the enrollment'),
    contact: contact.describe('The contact as it was when the event was recorded.'),
  })
  .meta({ id: 'AutomationWebhookEvent' });

/** What is posted to webhook endpoints. */
export const webhookEvent = z.union([
  messageWebhookEvent,
  contactWebhookEvent,
  importWebhookEvent,
  inboundWebhookEvent,
  automationWebhookEvent,
]);

export type WebhookEvent = z.infer<typeof webhookEvent>;
type EventOf<T, E = WebhookEvent> = E extends { readonly type: infer K } ? (T extends K ? E : never) : never;

/** The fields of an event type beyond the common ones; never for a type without a form of its own. */
export type WebhookEventData<T> = [EventOf<T>] extends [never] ? never : Omit<EventOf<T>, 'type' | 'event_id' | 'timestamp' | 'sample'>;
export type MessageWebhookEvent = z.infer<typeof messageWebhookEvent>;
