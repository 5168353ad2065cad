import { z } from 'zod';
import { id, mailAddress, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { automationSteps, awaitedEvents, givenSteps, stepTypes } from './automation-steps.ts';

const triggerKinds = ['contact_created', 'audience_added'] as const;
const statuses = ['draft', 'active', 'paused', 'archived'] as const;
const enrollmentStatuses = ['active', 'completed', 'cancelled', 'failed'] as const;

export const triggerKind = z
  .enum(triggerKinds, { error: (issue) => (issue.input === undefined ? undefined : 'invalid_trigger') })
  .describe('`contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience.');

const triggerConfig = z
  .object({ audience_id: z.string().optional().describe('The audience that contacts join, for `audience_added`.') })
  .describe('`audience_id` for `audience_added`; looked up at activation.');

const count = z.int().describe('Enrollments in this state.');

export const automation = z
  .object({
    id,
    name: z.string().describe('Name of the automation; contacts never see it.'),
    description: z.string().nullable().describe('Your notes about it.'),
    trigger_kind: z.enum(triggerKinds).describe('What enrolls contacts.'),
    trigger_config: triggerConfig,
    steps: automationSteps.describe('As submitted, with ids for steps that had none.'),
    from_domain_id: z.string().nullable().describe('Domain that its mail is sent from, as given; activation requires a verified one.'),
    from: z.string().nullable().describe('Sender of its mail, as given; null for the default sender of the domain.'),
    reply_to: z.string().nullable().describe('Address for replies to its mail; null for the sender.'),
    status: z.enum(statuses).describe('`archived` is final.'),
    enrollment_counts: z
      .object({ active: count, completed: count, cancelled: count, failed: count })
      .describe('Number of enrollments by state.'),
    created_at: timestamp,
    updated_at: timestamp,
    activated_at: timestamp.nullable().describe('When it was last activated, in milliseconds since 1970-01-01T00:00:00Z.'),
    archived_at: timestamp.nullable().describe('When it was archived, in milliseconds since 1970-01-01T00:00:00Z; null if it is not.'),
  })
  .meta({ id: 'Automation' });

export const enrollment = z
  .object({
    id,
    automation_id: id,
    contact_id: id,
    status: z.enum(enrollmentStatuses).describe('All but `active` are final.'),
    source: z.enum(['trigger', 'manual']).describe('Whether the trigger enrolled the contact, or a request did.'),
    current_step: z.string().nullable().describe('Id of the next or current step; of the last one if the run has ended.'),
    next_run_at: timestamp.nullable().describe('When it continues at the latest; null if it has ended.'),
    exit_reason: z
      .enum(['end', 'exit', 'archived', 'cancelled', 'unsubscribed', 'cleaned', 'suppressed'])
      .nullable()
      .describe('Why it was completed or cancelled.'),
    error: z.string().nullable().describe('Error of the last attempt at a step; a step is tried five times.'),
    created_at: timestamp,
    updated_at: timestamp,
    completed_at: timestamp.nullable().describe('When it ended, in any way, in milliseconds since 1970-01-01T00:00:00Z.'),
  })
  .meta({ id: 'Enrollment' });

/** An enrollment in a list, with its contact. */
export const listedEnrollment = enrollment
  .extend({ email: z.string().describe('Address of the contact, as it is now.') })
  .meta({ id: 'ListedEnrollment' });

export type Automation = z.infer<typeof automation>;
export type AutomationStatus = Automation['status'];
export type TriggerKind = Automation['trigger_kind'];
export type Enrollment = z.infer<typeof enrollment>;
export type ListedEnrollment = z.infer<typeof listedEnrollment>;
export type EnrollmentStatus = Enrollment['status'];
export type ExitReason = NonNullable<Enrollment['exit_reason']>;

/** Optional fields of an automation besides its name and trigger. */
export const givenFields = {
  description: z.string().max(limits.descriptionLength).nullable().optional().describe(`At most ${limits.descriptionLength} characters.`),
  trigger_config: triggerConfig.optional(),
  steps: givenSteps.optional().describe('The steps; none by default.'),
  from_domain_id: z
    .string()
    .nullable()
    .optional()
    .describe('Id of the verified domain that its mail is sent from; required for activation.'),
  from: z
    .string()
    .max(limits.addressLength)
    .nullable()
    .optional()
    .describe('Sender; by default the default sender of the domain, or `hello` at the domain.'),
  reply_to: mailAddress.nullable().optional().describe('Address for replies.'),
};

export const simulation = z
  .object({
    path: z
      .array(
        z.object({
          step: z.string().describe('Id of the step.'),
          type: z.enum(stepTypes).describe('Type of the step.'),
          at: timestamp.describe('When it would be executed, in milliseconds since 1970-01-01T00:00:00Z.'),
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
            .describe('What the result would be.'),
          detail: z
            .string()
            .nullable()
            .describe('The subject of a mail, or why a step fails or cancels; after `empty_subject: …` the run goes on.'),
        }),
      )
      .describe('The steps that the contact would pass through, in order.'),
    ended: z.enum(['completed', 'cancelled', 'failed']).describe('How the run would end.'),
  })
  .meta({ id: 'AutomationSimulation' });

export type Simulation = z.infer<typeof simulation>;

export const simulatedEvent = z.object({
  event: z.enum(awaitedEvents).describe('Type of the event.'),
  step: z
    .string()
    .optional()
    .describe(
      'Id of the `send_email` step whose mail it happens to, or else 422; the last one that was sent before the wait unless given.',
    ),
  after_seconds: z.int().min(0).max(limits.longestWaitSeconds).describe('Seconds from the sending of that mail to the event.'),
});

/** An unknown one counts as none. */
export const enrollmentFilter = z
  .unknown()
  .optional()
  .transform((value) => enrollmentStatuses.find((known) => known === value))
  .meta({ description: 'Only enrollments in this state.', override: { type: 'string', enum: [...enrollmentStatuses] } });
