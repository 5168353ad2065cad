import { type AttributeValue, awaitedEvents, limits, type SegmentFilter, templateModel } from '@posthorn/contract';
import { z } from 'zod';
import { type Attributes, readAttributes } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { parseAddress } from '../core/email-address.ts';
import { parseFilter } from '../segments/index.ts';

const id = z.string().regex(/^[a-z0-9_-]{1,40}$/, 'An id has 1 to 40 small letters, digits, _ and -.');

const source = z.string().refine((text) => Buffer.byteLength(text) <= limits.templateSourceBytes, 'It is too large.');

const address = z
  .string()
  .max(limits.addressLength)
  .refine((text) => parseAddress(text) !== undefined, 'Not an address of the form a@example.com or Name <a@example.com>.');

const tags = z
  .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Keys have 1 to 64 letters, digits, _ and -.'), z.string().max(limits.tagLength))
  .refine((given) => Object.keys(given).length <= limits.tags, `At most ${limits.tags} tags.`);

const sendEmail = z
  .object({
    id,
    type: z.literal('send_email'),
    template_alias: z.string().optional(),
    template_model: templateModel.optional(),
    subject: z
      .string()
      .min(1)
      .max(limits.subjectLength)
      .regex(/^[^\r\n]*$/, 'No line break.')
      .optional(),
    html_body: source.optional(),
    text_body: source.optional(),
    from: address.optional(),
    reply_to: address.optional(),
    tags: tags.optional(),
  })
  .superRefine((step, context) => {
    if (step.template_alias !== undefined) return;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (step.subject === undefined) refuse('subject', 'Required without a template.');
    else if (step.html_body === undefined && step.text_body === undefined)
      refuse('html_body', 'One of html_body and text_body is required without a template.');
  });

const filter = z
  .custom<SegmentFilter>((given) => given !== undefined, 'A filter is required.')
  .superRefine((given, context) => {
    const read = parseFilter(given);
    if (!(read instanceof ApiError)) return;
    const place = String(read.fields.path);
    context.addIssue({ code: 'custom', path: place === '' ? [] : [place], message: read.detail ?? 'The filter is not valid.' });
  });

const attributes = z.custom<Readonly<Record<string, AttributeValue>>>().transform((given, context): Attributes => {
  const read = readAttributes(given);
  if (!(read instanceof ApiError)) return read;
  const field = String(read.fields.field);
  context.addIssue({ code: 'custom', path: field === 'attributes' ? [] : [field], message: read.detail ?? 'Not an attribute.' });
  return z.NEVER;
});

const updateContact = z
  .object({
    id,
    type: z.literal('update_contact'),
    attributes: attributes.optional(),
    status: z.enum(['subscribed', 'unsubscribed', 'cleaned']).optional(),
  })
  .refine((step) => step.attributes !== undefined || step.status !== undefined, {
    path: ['attributes'],
    error: 'One of attributes and status is required.',
  });

const audienceId = z.string().min(1);

/** The forms of steps. `shortestWait` in seconds; those of stored programs were checked when they were written. */
export function stepForms(shortestWait: number) {
  const seconds = z.int().min(shortestWait).max(limits.longestWaitSeconds);
  const sequence: z.ZodType<Step[]> = z.lazy(() => z.array(form));
  const branches = { then: sequence.optional(), else: sequence.optional() };
  const form: z.ZodType<Step> = z.discriminatedUnion('type', [
    sendEmail,
    z.object({ id, type: z.literal('wait'), seconds }),
    z.object({ id, type: z.literal('wait_until'), at: z.int().min(0).max(limits.latestTime) }),
    z.object({
      id,
      type: z.literal('wait_for_event'),
      event: z.enum(awaitedEvents),
      step: z.string().optional(),
      timeout_seconds: seconds,
      ...branches,
    }),
    z.object({ id, type: z.literal('branch'), filter, ...branches }),
    updateContact,
    z.object({ id, type: z.literal('add_to_audience'), audience_id: audienceId }),
    z.object({ id, type: z.literal('remove_from_audience'), audience_id: audienceId }),
    z.object({
      id,
      type: z.literal('webhook'),
      name: z.string().trim().min(1).max(limits.nameLength),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    z.object({ id, type: z.literal('exit') }),
  ]);
  return sequence;
}

interface Branches {
  readonly then?: Step[] | undefined;
  readonly else?: Step[] | undefined;
}

export type SendStep = z.output<typeof sendEmail>;
export type UpdateStep = z.output<typeof updateContact>;

/** Passes after a time, at a time, or when a mail has had an event. */
export type WaitStep =
  | { readonly id: string; readonly type: 'wait'; readonly seconds: number }
  | { readonly id: string; readonly type: 'wait_until'; readonly at: number };

export interface EventStep extends Branches {
  readonly id: string;
  readonly type: 'wait_for_event';
  readonly event: (typeof awaitedEvents)[number];
  /** Whose mail it is about; any of the enrollment's unless given. */
  readonly step?: string | undefined;
  readonly timeout_seconds: number;
}

export interface BranchStep extends Branches {
  readonly id: string;
  readonly type: 'branch';
  readonly filter: SegmentFilter;
}

export interface AudienceStep {
  readonly id: string;
  readonly type: 'add_to_audience' | 'remove_from_audience';
  readonly audience_id: string;
}

export interface WebhookStep {
  readonly id: string;
  readonly type: 'webhook';
  readonly name: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export type Step =
  | SendStep
  | WaitStep
  | EventStep
  | BranchStep
  | UpdateStep
  | AudienceStep
  | WebhookStep
  | { readonly id: string; readonly type: 'exit' };
