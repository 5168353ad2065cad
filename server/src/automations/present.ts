import type { Automation as WireAutomation, Enrollment as WireEnrollment, ListedEnrollment as WireListed } from '@posthorn/contract';
import type { Automation, Enrollment } from './automation.ts';
import type { ListedEnrollment } from './enrollments/enrollment-store.ts';

export const presentAutomation = (automation: Automation): WireAutomation => ({
  id: automation.id,
  name: automation.name,
  description: automation.description,
  trigger_kind: automation.triggerKind,
  trigger_config: automation.triggerConfig,
  steps: [...automation.steps],
  from_domain_id: automation.fromDomainId,
  from: automation.from,
  reply_to: automation.replyTo,
  status: automation.status,
  enrollment_counts: automation.counts,
  created_at: automation.createdAt,
  updated_at: automation.updatedAt,
  activated_at: automation.activatedAt,
  archived_at: automation.archivedAt,
});

export const presentEnrollment = (enrollment: Enrollment): WireEnrollment => ({
  id: enrollment.id,
  automation_id: enrollment.automationId,
  contact_id: enrollment.contactId,
  status: enrollment.status,
  source: enrollment.source,
  current_step: enrollment.currentStep,
  next_run_at: enrollment.nextRunAt,
  exit_reason: enrollment.exitReason,
  error: enrollment.error,
  created_at: enrollment.createdAt,
  updated_at: enrollment.updatedAt,
  completed_at: enrollment.completedAt,
});

export const presentListed = (enrollment: ListedEnrollment): WireListed => ({
  ...presentEnrollment(enrollment),
  email: enrollment.email,
});
