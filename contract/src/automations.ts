import { z } from 'zod';
import { automationSteps, awaitedEvents, givenSteps, stepTypes } from './automation-steps.ts';
import { deleted, id, idParam, name, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { op } from './operation.ts';
import { keysetPage, keysetQuery } from './pagination.ts';

const triggerKinds = ['contact_created', 'audience_added'] as const;
const statuses = ['draft', 'active', 'paused', 'archived'] as const;
const enrollmentStatuses = ['active', 'completed', 'cancelled', 'failed'] as const;

const triggerKind = z
  .enum(triggerKinds, { error: (issue) => (issue.input === undefined ? undefined : 'invalid_trigger') })
  .describe('`contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience.');

const triggerConfig = z
  .object({ audience_id: z.string().optional() })
  .describe('`audience_id` for `audience_added`; looked up at activation.');

const count = z.int().describe('Enrollments in this state.');

const automation = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    trigger_kind: z.enum(triggerKinds),
    trigger_config: triggerConfig,
    steps: automationSteps.describe('As submitted, with ids for steps that had none.'),
    from_domain_id: z.string().nullable(),
    from: z.string().nullable(),
    reply_to: z.string().nullable(),
    status: z.enum(statuses).describe('`archived` is final.'),
    enrollment_counts: z.object({ active: count, completed: count, cancelled: count, failed: count }),
    created_at: timestamp,
    updated_at: timestamp,
    activated_at: timestamp.nullable().describe('When it was last activated, in milliseconds since 1970-01-01T00:00:00Z.'),
    archived_at: timestamp.nullable(),
  })
  .meta({ id: 'Automation' });

const enrollment = z
  .object({
    id,
    automation_id: id,
    contact_id: id,
    status: z.enum(enrollmentStatuses).describe('All but `active` are final.'),
    source: z.enum(['trigger', 'manual']),
    current_step: z.string().nullable().describe('Id of the step that is next or under way; of the last one where the run has ended.'),
    next_run_at: timestamp.nullable().describe('When it goes on at the latest; null where it has ended.'),
    exit_reason: z
      .enum(['end', 'exit', 'archived', 'cancelled', 'unsubscribed', 'cleaned', 'suppressed'])
      .nullable()
      .describe('Why it was completed or cancelled.'),
    error: z.string().nullable().describe('What the last try of a step failed for; it is tried five times.'),
    created_at: timestamp,
    updated_at: timestamp,
    completed_at: timestamp.nullable().describe('When it ended, however it did, in milliseconds since 1970-01-01T00:00:00Z.'),
  })
  .meta({ id: 'Enrollment' });

export type Automation = z.infer<typeof automation>;
export type AutomationStatus = Automation['status'];
export type TriggerKind = Automation['trigger_kind'];
export type Enrollment = z.infer<typeof enrollment>;
export type EnrollmentStatus = Enrollment['status'];
export type ExitReason = NonNullable<Enrollment['exit_reason']>;

const shape = {
  description: z.string().max(limits.descriptionLength).nullable().optional().describe('At most 1000 characters.'),
  trigger_config: triggerConfig.optional(),
  steps: givenSteps.optional().describe('None unless given.'),
  from_domain_id: z
    .string()
    .nullable()
    .optional()
    .describe('A verified domain; the one of `from`, else the oldest verified one, unless given.'),
  from: z
    .string()
    .max(limits.addressLength)
    .nullable()
    .optional()
    .describe('Sender; `hello`, or what the domain has for it, at the domain unless given.'),
  reply_to: z.string().max(limits.addressLength).nullable().optional().describe('Where answers go.'),
};

const simulation = z
  .object({
    path: z.array(
      z.object({
        step: z.string().describe('Id of the step.'),
        type: z.enum(stepTypes),
        at: timestamp.describe('When it would be done, in milliseconds since 1970-01-01T00:00:00Z.'),
        outcome: z
          .enum([
            'sent',
            'waited',
            'happened',
            'timed_out',
            'then',
            'else',
            'updated',
            'added',
            'removed',
            'announced',
            'exited',
            'cancelled',
            'failed',
          ])
          .describe('What would become of it.'),
        detail: z.string().nullable().describe('The subject of a mail, or why a step fails or cancels.'),
      }),
    ),
    ended: z.enum(['completed', 'cancelled', 'failed']),
  })
  .meta({ id: 'AutomationSimulation' });

export type Simulation = z.infer<typeof simulation>;

const simulatedEvent = z.object({
  event: z.enum(awaitedEvents),
  step: z.string().optional().describe('Id of the `send_email` step whose mail it happens to; the last one before the wait unless given.'),
  after_seconds: z.int().min(0).max(limits.longestWaitSeconds).describe('Seconds from the sending of that mail to the event.'),
});

/** An unknown one counts as none. */
const enrollmentFilter = z
  .unknown()
  .optional()
  .transform((value) => enrollmentStatuses.find((known) => known === value))
  .meta({ description: 'Only enrollments in this state.', override: { type: 'string', enum: [...enrollmentStatuses] } });

const enrollmentParams = z.object({ id, enrollment_id: id });
const contactId = z.string().describe('Id of the contact.');

export const automations = {
  create: op({
    method: 'POST',
    path: '/v1/automations',
    summary: 'Create an automation',
    description: 'A draft: nobody is enrolled before it is activated.',
    tags: ['Automations'],
    scope: 'full',
    body: z.object({ name, trigger_kind: triggerKind, ...shape }),
    responses: { 201: automation },
    errors: ['invalid_trigger', 'invalid_steps'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/automations',
    summary: 'List automations',
    description: 'Newest first.',
    tags: ['Automations'],
    scope: 'full',
    query: keysetQuery,
    responses: { 200: keysetPage(automation) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/automations/{id}',
    summary: 'Get an automation',
    description: 'Its program, its state, and how many contacts are in it.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    responses: { 200: automation },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/automations/{id}',
    summary: 'Edit a draft',
    description: 'What is left out stays; null clears what may be null.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    body: z.object({ name: name.optional(), trigger_kind: triggerKind.optional(), ...shape }),
    nulls: 'keep',
    responses: { 200: automation },
    errors: ['not_found', 'not_editable', 'invalid_trigger', 'invalid_steps'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/automations/{id}',
    summary: 'Delete an automation',
    description: 'Takes its enrollments with it, in any state. Mail that it has sent stays in the log.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    errors: ['not_found'],
  }),
  activate: op({
    method: 'POST',
    path: '/v1/automations/{id}/activate',
    summary: 'Activate an automation',
    description: 'Takes drafts and paused automations. Whatever fell due during a pause goes on at once.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    responses: { 200: automation },
    errors: ['not_found', 'not_activatable', 'invalid_steps', 'invalid_trigger', 'from_domain_not_verified', 'validation_failed'],
  }),
  pause: op({
    method: 'POST',
    path: '/v1/automations/{id}/pause',
    summary: 'Pause an automation',
    description: 'Nobody is enrolled and nobody goes on until it is activated again.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    responses: { 200: automation },
    errors: ['not_found', 'not_active'],
  }),
  archive: op({
    method: 'POST',
    path: '/v1/automations/{id}/archive',
    summary: 'Archive an automation',
    description: 'Ends it for good; enrollments that are still active are cancelled.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    responses: { 200: automation },
    errors: ['not_found', 'not_archivable'],
  }),
  simulate: op({
    method: 'POST',
    path: '/v1/automations/{id}/simulate',
    summary: 'Try an automation on a contact',
    description: 'Walks a contact through the program on a clock of its own, in any state of the automation. Nothing is stored or sent.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    body: z.object({
      contact_id: contactId,
      events: z.array(simulatedEvent).max(limits.batch).optional().describe('What is to happen to the mails, at most 100.'),
    }),
    responses: { 200: simulation },
    errors: ['not_found', 'contact_not_found', 'invalid_steps'],
  }),
  enroll: op({
    method: 'POST',
    path: '/v1/automations/{id}/enrollments',
    summary: 'Enroll a contact',
    description: 'Each contact is enrolled once, ever: 200 and the enrollment that there is where it has been, in whatever state.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    body: z.object({ contact_id: contactId }),
    responses: { 200: enrollment, 201: enrollment },
    errors: ['not_found', 'not_active', 'contact_not_found'],
  }),
  listEnrollments: op({
    method: 'GET',
    path: '/v1/automations/{id}/enrollments',
    summary: 'List the enrollments of an automation',
    description: 'Newest first.',
    tags: ['Automations'],
    scope: 'full',
    params: idParam,
    query: keysetQuery.extend({ status: enrollmentFilter }),
    responses: { 200: keysetPage(enrollment) },
    errors: ['not_found', 'invalid_cursor'],
  }),
  getEnrollment: op({
    method: 'GET',
    path: '/v1/automations/{id}/enrollments/{enrollment_id}',
    summary: 'Get an enrollment',
    description: 'Where a contact is within the automation.',
    tags: ['Automations'],
    scope: 'full',
    params: enrollmentParams,
    responses: { 200: enrollment },
    errors: ['not_found'],
  }),
  cancelEnrollment: op({
    method: 'POST',
    path: '/v1/automations/{id}/enrollments/{enrollment_id}/cancel',
    summary: 'Cancel an enrollment',
    description: 'Ends an active enrollment; the contact cannot be enrolled again.',
    tags: ['Automations'],
    scope: 'full',
    params: enrollmentParams,
    responses: { 200: enrollment },
    errors: ['not_found', 'not_active'],
  }),
};
