import { type AutomationStep, findInexactNumber, INEXACT_NUMBER, type Simulation } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Contact } from '../../contacts/index.ts';
import type { ApiError } from '../../core/errors/api-error.ts';
import { formatPath } from '../../core/operation/validate.ts';
import type { Trx } from '../../db/dialect.ts';
import type { Meter } from '../../meters/store.ts';
import type { Templates } from '../../templates/index.ts';
import type { Automation, Enrollment } from '../automation.ts';
import type { DraftedMail } from '../mail/draft-mails.ts';
import type { MailParts } from '../mail/render-mails.ts';
import type { SendParts } from '../mail/send-mails.ts';
import type { PlacedStep, StepsFault } from '../program/program.ts';
import type { DueEnrollment } from '../run/due-store.ts';
import type { StepOutcome } from '../run/outcome.ts';
import type { Rehearsal } from '../simulate/rehearsal.ts';

/** The rules that steps are read by. */
export interface StepRules {
  /** In seconds; set by the operator. */
  readonly shortestWait: number;
  /** Whether the steps were saved before, and so are run as they are. */
  readonly isStored?: boolean;
}

/** A fault of a step, and its path. */
export interface StepFault {
  readonly at: string;
  readonly detail: string;
}

export interface CheckParts {
  readonly app: AppContext;
  readonly templates: Templates;
}

/** Enrollments of one automation that are due at one step, as of a version of its tenant's settings. */
export interface DueBatch<S extends AutomationStep = AutomationStep> {
  readonly automation: Automation;
  readonly version: number;
  readonly placed: PlacedStep<S>;
  readonly due: readonly DueEnrollment[];
}

/** The enrollments of a batch for which the step is ready to be done, and their mails by contact. */
export interface PreparedBatch {
  readonly due: readonly DueEnrollment[];
  readonly mails: ReadonlyMap<string, DraftedMail>;
}

/** Enrollments that are due at a step, locked, with their tenant's meter. */
export interface StepBatch<S extends AutomationStep = AutomationStep> {
  readonly placed: PlacedStep<S>;
  readonly now: number;
  readonly meter: Meter;
  readonly enrollments: readonly Enrollment[];
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly mails: PreparedBatch['mails'];
}

/** Outcomes of a step, by the id of the enrollment. */
export type Outcomes = Map<string, StepOutcome>;

/** An event that a simulated mail is to have. */
export interface SimulatedEvent {
  readonly event: string;
  /** The step that sends the mail; by default the last one before the wait. */
  readonly step?: string | undefined;
  readonly after_seconds: number;
}

/** A simulated contact on its way through a program. Nothing of it is kept. */
export interface Walk {
  readonly automation: Automation;
  readonly version: number;
  readonly events: readonly SimulatedEvent[];
  readonly rehearsal: Rehearsal;
  /** When each step's mail was sent, the last one last. */
  readonly sent: Map<string, number>;
  now: number;
}

/** What a step leads to: where the run continues, or how it ends. */
export interface SimulatedStep {
  readonly outcome: Simulation['path'][number]['outcome'];
  readonly detail?: string;
  /** When it is executed; at once by default. */
  readonly at?: number;
  readonly to?: string | null;
  readonly ended?: Simulation['ended'];
}

/** Everything about one type of step except its schema, which is in the contract. */
export interface StepKind<S extends AutomationStep> {
  /** Finds what is wrong with a step by itself, beyond its form, when it is written. */
  readonly validate?: (step: S, rules: StepRules) => StepFault | undefined;
  /** Returns what is wrong with the objects that the steps of a program refer to, when it is activated. */
  readonly check: (parts: CheckParts, automation: Automation, steps: readonly PlacedStep<S>[]) => Promise<StepsFault | undefined>;
  /** Does the slow part of the step, before the transaction. */
  readonly prepare?: (parts: MailParts, batch: DueBatch<S>) => Promise<PreparedBatch>;
  /** Does the step for all who are due at it, in the transaction that moves them. */
  readonly run: (parts: SendParts, trx: Trx, batch: StepBatch<S>) => Promise<Outcomes> | Outcomes;
  /** Says what the step would do to a contact. */
  readonly simulate: (parts: MailParts, walk: Walk, placed: PlacedStep<S>) => Promise<SimulatedStep> | SimulatedStep;
}

/** The check of steps that name nothing. */
export const checksNothing = async () => undefined;

/** Returns the outcome of each enrollment of a batch. */
export const each = ({ enrollments }: StepBatch, outcome: (enrollment: Enrollment) => StepOutcome): Outcomes =>
  new Map(enrollments.map((enrollment) => [enrollment.id, outcome(enrollment)]));

/** Returns why a step failed, for people who read the enrollment. */
export const reasonOf = (error: ApiError) => `${error.code}: ${error.detail ?? ''}`;

export const failedStep = (detail: string): SimulatedStep => ({ outcome: 'failed', detail, ended: 'failed' });

/** Returns an inexact number in a field that accepts any JSON. Steps that were saved before are not checked. */
export function findInexactField(field: string, value: unknown, { isStored = false }: StepRules): StepFault | undefined {
  const place = isStored ? undefined : findInexactNumber(value);
  return place && { at: formatPath([field, ...place]), detail: INEXACT_NUMBER };
}
