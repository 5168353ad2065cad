import { z } from 'zod';
import { id } from '../fields.ts';
import { limits } from '../limits.ts';
import { op } from '../operation.ts';

/** What a provider can report of a message. */
const providerEventTypes = ['sent', 'delivery', 'delivery_delayed', 'failed', 'bounce', 'complaint', 'open', 'click'] as const;

const type = z.enum(providerEventTypes, { error: ({ input }) => (input === undefined ? undefined : 'invalid_event_type') });

const bounceClass = z.enum(['hard', 'soft', 'policy']);

const providerEvent = z
  .object({
    message_id: z.string().optional(),
    provider_message_id: z.string().optional().describe('Used where there is no message_id; of several messages the newest is meant.'),
    type,
    recipients: z.array(z.string().max(limits.addressLength)).describe('Addresses that the event concerns.'),
    data: z
      .looseObject({ class: bounceClass.optional().describe('Of a bounce; hard unless given.') })
      .optional()
      .describe('What the event tells beyond its type. A soft bounce is the last word where `action` is `failed` (RFC 3464).'),
  })
  .refine(({ message_id, provider_message_id }) => (message_id ?? provider_message_id) !== undefined, {
    path: ['message_id'],
    message: 'missing_field',
  });

export type ProviderEvent = z.output<typeof providerEvent>;

/** What SNS posts, as far as it is looked at. */
const snsMessage = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Signature: z.string(),
  SignatureVersion: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});

export type SnsMessage = z.output<typeof snsMessage>;

export const providerEvents = {
  report: op({
    method: 'POST',
    path: '/admin/provider-events',
    summary: 'Report what became of a message',
    description: 'Acts as a report of the provider would. One that says nothing new changes nothing.',
    tags: ['Provider events'],
    scope: 'operator',
    body: providerEvent,
    responses: { 202: z.object({ message_id: id }) },
    errors: ['not_found', 'invalid_event_type'],
  }),
  ses: op({
    method: 'POST',
    path: '/provider-events/ses',
    summary: 'Take a notification of Amazon SES',
    description: 'Called by Amazon SNS, whose signature stands for the caller. Only topics that the operator has named are believed.',
    tags: ['Provider events'],
    scope: 'public',
    body: snsMessage,
    responses: { 200: z.object({ taken: z.int().describe('Events that a message of ours was found for.') }) },
    errors: ['unauthorized', 'not_found'],
  }),
};
