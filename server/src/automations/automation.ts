import type { AutomationStatus, AutomationStep, EnrollmentStatus, ExitReason, TriggerKind } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';

export type EnrollmentCounts = Readonly<Record<EnrollmentStatus, number>>;

export interface TriggerConfig {
  readonly audience_id?: string | undefined;
}

/** The content of an automation, which the tenant writes. */
export interface AutomationContent {
  readonly name: string;
  readonly description: string | null;
  readonly triggerKind: TriggerKind;
  readonly triggerConfig: TriggerConfig;
  readonly steps: readonly AutomationStep[];
  readonly fromDomainId: string | null;
  readonly from: string | null;
  readonly replyTo: string | null;
}

/** A workflow that contacts go through. */
export interface Automation extends AutomationContent, ObjectRef {
  readonly status: AutomationStatus;
  readonly counts: EnrollmentCounts;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly activatedAt: number | null;
  readonly archivedAt: number | null;
}

/** A contact on its way through an automation. */
export interface Enrollment {
  readonly id: string;
  readonly tenantId: string;
  readonly automationId: string;
  readonly contactId: string;
  readonly status: EnrollmentStatus;
  readonly source: 'trigger' | 'manual';
  readonly currentStep: string | null;
  /** Null once the enrollment has ended. */
  readonly nextRunAt: number | null;
  /** End of the wait that the current step has begun. */
  readonly waitsUntil: number | null;
  readonly waitsFor: string | null;
  readonly exitReason: ExitReason | null;
  readonly error: string | null;
  readonly tries: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
}

export const NO_COUNTS: EnrollmentCounts = { active: 0, completed: 0, cancelled: 0, failed: 0 };

/** Returns the error for a move that the automation's state does not allow; `detail` where its sentence does not say what would be. */
export const refuseMove = <C extends 'not_editable' | 'not_activatable' | 'not_active' | 'not_archivable'>(
  code: C,
  status: string,
  detail?: string,
) =>
  // Safe because all of these codes have this field and no other.
  new ApiError<'not_active'>(code as 'not_active', { status }, { detail }) as unknown as ApiError<C>;
