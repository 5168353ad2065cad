import { z } from 'zod';
import { idOf, mailAddress } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';

/** Events that a provider can report for a message. */
const providerEventTypes = ['sent', 'delivery', 'delivery_delayed', 'failed', 'bounce', 'complaint', 'open', 'click'] as const;

const type = z.enum(providerEventTypes, { error: ({ input }) => (input === undefined ? undefined : 'invalid_event_type') });

const bounceClass = z.enum(['hard', 'soft', 'policy']);

const providerEvent = z
  .object({
    message_id: z.string().optional().describe('Id of the message; this or `provider_message_id` is required.'),
    provider_message_id: z.string().optional().describe('Used where there is no message_id; of several messages the newest is meant.'),
    type: type.describe('What became of the message.'),
    recipients: z.array(mailAddress).describe('Addresses that the event concerns.'),
    data: z
      .looseObject({ class: bounceClass.optional().describe('Class of a bounce; `hard` unless given.') })
      .optional()
      .describe('What the event tells beyond its type. A soft bounce is the last word where `action` is `failed` (RFC 3464).'),
  })
  .refine(({ message_id, provider_message_id }) => (message_id ?? provider_message_id) !== undefined, {
    path: ['message_id'],
    message: 'missing_field',
  });

export type ProviderEvent = z.output<typeof providerEvent>;

/** The parts used of a post from SNS. */
const snsMessage = z.object({
  Type: z.string().describe('`Notification`, or `SubscriptionConfirmation`, which is confirmed.'),
  MessageId: z.string().describe('Id that SNS gave it.'),
  TopicArn: z.string().describe('The topic; only those that the operator has named are believed.'),
  Message: z.string().describe('The event of SES, as JSON.'),
  Timestamp: z.string().describe('When SNS posted it, by ISO 8601.'),
  Signature: z.string().describe('Signature of the other fields, in base64.'),
  SignatureVersion: z.string().describe('How it is signed: `1` by SHA-1, `2` by SHA-256.'),
  SigningCertURL: z.string().describe('Where the certificate is, at a host of Amazon SNS.'),
  Subject: z.string().optional().describe('Subject of a notification, part of what is signed.'),
  SubscribeURL: z.string().optional().describe('Where a subscription is confirmed.'),
  Token: z.string().optional().describe('Token of a subscription, part of what is signed.'),
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
    responses: { 202: z.object({ message_id: idOf('the message that was found') }) },
    answers: { 202: 'The report is taken, and acted on if it says something new.' },
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
    maxBody: limits.snsBytes,
    responses: { 200: z.object({ taken: z.int().describe('Events that a message of ours was found for.') }) },
    answers: { 200: 'The notification is taken, or the subscription confirmed.' },
    errors: ['unauthorized', 'not_found'],
  }),
};
