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
      .describe('What the event tells beyond its type.'),
  })
  .refine(({ message_id, provider_message_id }) => (message_id ?? provider_message_id) !== undefined, {
    path: ['message_id'],
    message: 'missing_field',
  });

export type ProviderEvent = z.output<typeof providerEvent>;

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
};
