import { z } from 'zod';
import { contactStatuses } from '../contacts/contact-fields.ts';
import { mailAddress, mailLine, TAG_KEY } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { namedFields } from '../core/named-fields.ts';
import { segmentFilter } from '../segments/segment-filter.ts';
import { templateModel } from '../templates/template-fields.ts';

export const awaitedEvents = ['delivery', 'open', 'click', 'bounce'] as const;

const id = z
  .string()
  .regex(/^[a-z0-9_-]{1,40}$/, 'An id has 1 to 40 small letters, digits, _ and -.')
  .optional()
  .describe('1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none.');

const type = <const T extends string>(name: T) => z.literal(name).describe('Type of the step, which determines its fields.');

const WAIT = `${limits.shortestWaitSeconds} to ${limits.longestWaitSeconds}`;
const seconds = z
  .int()
  .min(0)
  .max(limits.longestWaitSeconds)
  .meta({ override: { minimum: limits.shortestWaitSeconds } });

const sendEmail = z
  .object({
    id,
    type: type('send_email'),
    template_alias: z
      .string()
      .optional()
      .describe('Renders the active version of this template; a subject or body given here overrides its own.'),
    template_model: templateModel.optional(),
    subject: mailLine
      .min(1)
      .optional()
      .describe(
        `A template in one line, at most ${limits.subjectLength} characters; required where no template has one. For whom nothing is to be seen of it, the mail fails as \`empty_subject\`, and the run goes on.`,
      ),
    html_body: z.string().optional().describe('A template in HTML; this or `text_body` is required without `template_alias`.'),
    text_body: z.string().optional().describe('A template in plain text; generated from the HTML by default.'),
    from: mailAddress.optional().describe('Sender on a verified domain; that of the automation by default.'),
    reply_to: mailAddress.optional().describe('Address for replies; that of the automation by default.'),
    tags: z
      .record(z.string().regex(TAG_KEY.form, TAG_KEY.fault), z.string().max(limits.tagLength))
      .refine((given) => Object.keys(given).length <= limits.tags, `At most ${limits.tags} tags.`)
      .optional()
      .describe(
        `Labels to find the message by, at most ${limits.tags}; keys of 1 to 64 letters, digits, _ and -, values up to ${limits.tagLength} characters.`,
      ),
  })
  .superRefine((step, context) => {
    if (step.template_alias !== undefined) return;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (step.subject === undefined) refuse('subject', 'Required without a template.');
    else if (step.html_body === undefined && step.text_body === undefined)
      refuse('html_body', 'One of html_body and text_body is required without a template.');
  })
  .meta({
    id: 'SendEmailStep',
    description: 'Sends marketing mail; ends the run for contacts that are not subscribed, or are suppressed.',
  });

const wait = z
  .object({ id, type: type('wait'), seconds: seconds.describe(`How long, in seconds: ${WAIT}.`) })
  .meta({ id: 'WaitStep', description: 'Waits for a time.' });

const waitUntil = z
  .object({
    id,
    type: type('wait_until'),
    at: z
      .int()
      .min(0)
      .max(limits.latestTime)
      .describe('When to continue, in milliseconds since 1970-01-01T00:00:00Z; at once if it has passed.'),
  })
  .meta({ id: 'WaitUntilStep', description: 'Waits until a point in time.' });

/** Nested steps. */
interface Branches {
  then?: AutomationStep[] | undefined;
  else?: AutomationStep[] | undefined;
}

const nested = (): z.ZodType<AutomationStep[], AutomationStep[]> => z.array(automationStep);

const awaitedFields = z.object({
  id,
  type: type('wait_for_event'),
  event: z.enum(awaitedEvents).describe('Event to wait for, of a mail of this automation to the contact; an earlier one counts.'),
  step: z.string().optional().describe('Id of the earlier `send_email` step whose mail is meant; any earlier one by default.'),
  timeout_seconds: seconds.describe(`How long to wait, in seconds: ${WAIT}.`),
});

const waitForEvent = awaitedFields
  .extend({
    get then() {
      return nested().optional().describe('Steps to execute when it happens.');
    },
    get else() {
      return nested().optional().describe('Steps to execute on timeout.');
    },
  })
  .meta({ id: 'WaitForEventStep', description: 'Waits for an event of a mail, for a limited time.' });

const branchFields = z.object({ id, type: type('branch'), filter: segmentFilter });

const branch = branchFields
  .extend({
    get then() {
      return nested().optional().describe('Steps to execute if the filter matches the contact.');
    },
    get else() {
      return nested().optional().describe('Steps to execute if it does not.');
    },
  })
  .meta({ id: 'BranchStep', description: 'Chooses a branch by whether the contact matches a filter at that time.' });

const attributeName = z
  .string()
  .min(1)
  .max(limits.attributeNameLength)
  .regex(/^\P{Cc}*$/u, 'No control characters.');
const attributeValue = z.union([z.string().max(limits.attributeLength), z.number(), z.boolean(), z.null()]);

const updateContact = z
  .object({
    id,
    type: type('update_contact'),
    attributes: z
      .record(attributeName, attributeValue)
      .optional()
      .describe(
        `Put over those that the contact has, by names of 1 to ${limits.attributeNameLength} characters: strings of at most ${limits.attributeLength} characters, numbers, booleans, null; no whole number beyond 2^53 - 1. This or \`status\` is required.`,
      ),
    status: z.enum(contactStatuses).optional().describe('The status to give the contact.'),
  })
  .refine((step) => step.attributes !== undefined || step.status !== undefined, {
    path: ['attributes'],
    error: 'One of attributes and status is required.',
  })
  .meta({ id: 'UpdateContactStep', description: 'Changes the contact.' });

const audienceId = z.string().min(1).describe('Id of the audience.');

const addToAudience = z
  .object({ id, type: type('add_to_audience'), audience_id: audienceId })
  .meta({ id: 'AddToAudienceStep', description: 'Makes the contact a member of an audience.' });

const removeFromAudience = z
  .object({ id, type: type('remove_from_audience'), audience_id: audienceId })
  .meta({ id: 'RemoveFromAudienceStep', description: 'Takes the contact out of an audience.' });

const webhook = z
  .object({
    id,
    type: type('webhook'),
    name: z.string().trim().min(1).max(limits.nameLength).describe(`Name of the event, 1 to ${limits.nameLength} characters.`),
    data: z.record(z.string(), z.unknown()).optional().describe('Data of the event.'),
  })
  .meta({ id: 'WebhookStep', description: 'Delivers an `automation.webhook` event to the webhook endpoints that subscribe to it.' });

const exit = z.object({ id, type: type('exit') }).meta({ id: 'ExitStep', description: 'Ends the run.' });

/** Steps without nested steps. */
const plain = [sendEmail, wait, waitUntil, updateContact, addToAudience, removeFromAudience, webhook, exit] as const;

/** One step of an automation, by its type. */
export type AutomationStep =
  | z.output<(typeof plain)[number]>
  | (z.output<typeof awaitedFields> & Branches)
  | (z.output<typeof branchFields> & Branches);

export type StepType = AutomationStep['type'];

const forms = [...plain, waitForEvent, branch] as const;

const DESCRIPTION = `One step, by its \`type\`. At most ${limits.steps} steps in all, ${limits.stepDepth} levels and ${limits.stepsBytes} bytes of JSON.`;

const automationStep: z.ZodType<AutomationStep, AutomationStep> = z
  .discriminatedUnion('type', forms)
  .meta({ id: 'AutomationStep', description: DESCRIPTION });

/** The form of a program. Its size and depth are checked before it is parsed. */
export const automationSteps = z.array(automationStep);

/** Any value but null, which counts as absent: errors of a program are reported by their place in it when it is parsed. */
export const givenSteps = z
  .custom<AutomationStep[]>((given) => given !== undefined && given !== null)
  .meta({ override: { type: 'array', items: { $ref: '#/components/schemas/AutomationStep' } } });
namedFields.set(givenSteps, automationSteps);

export const stepTypes = forms.map(({ shape }) => shape.type.value);
