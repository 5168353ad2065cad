import { apiKeys } from './api-keys.ts';
import { attachments } from './attachments.ts';
import { audiences } from './audiences.ts';
import { automations } from './automations/automations.ts';
import { broadcasts } from './broadcasts/broadcasts.ts';
import { contacts } from './contacts/contacts.ts';
import { domains } from './domains.ts';
import { email } from './email/email.ts';
import { erasures } from './erasures.ts';
import { events } from './event-feed.ts';
import { health } from './health.ts';
import { inbound } from './inbound.ts';
import { messages } from './messages.ts';
import { segments } from './segments/segments.ts';
import { stats } from './stats.ts';
import { suppressions } from './suppressions.ts';
import { templates } from './templates/templates.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every operation of the interface, by resource. */
export const contract = {
  health,
  email,
  messages,
  contacts,
  audiences,
  templates,
  segments,
  automations,
  broadcasts,
  suppressions,
  erasures,
  attachments,
  domains,
  apiKeys,
  usage,
  stats,
  inbound,
  webhooks,
  events,
};

export {
  type AccountOperation,
  type AuditEntry,
  accountContract,
  type Invitation,
  type MadeInvitation,
  type Me,
  type Member,
  mayCall,
  type Passkey,
  type Role,
  roleNames,
  roles,
  type SignInRecord,
  writes,
} from './account/index.ts';
export {
  type AdminOperation,
  adminContract,
  type CreditPack,
  type FailedJob,
  type Overrides,
  type Person,
  type Plan,
  type ProviderEvent,
  type ProviderFault,
  plans,
  providerFaults,
  type SnsMessage,
  type Tenant,
  type UnreadableMail,
} from './admin/index.ts';
export type { ApiKey, CreatedApiKey, Permission } from './api-keys.ts';
export type { Upload } from './attachments.ts';
export type { Audience, AudienceResult } from './audiences.ts';
export type {
  Automation,
  AutomationStatus,
  Enrollment,
  EnrollmentStatus,
  ExitReason,
  ListedEnrollment,
  Simulation,
  TriggerKind,
} from './automations/automation-fields.ts';
export type { AutomationStats } from './automations/automation-stats.ts';
export { type AutomationStep, automationSteps, awaitedEvents, type StepType, stepTypes } from './automations/automation-steps.ts';
export type { Broadcast } from './broadcasts/broadcast-fields.ts';
export type { BroadcastPreview, BroadcastRecipient, LedgerStatus } from './broadcasts/broadcast-reports.ts';
export { type AttributeValue, type Contact, type ContactStatus, contactRequest } from './contacts/contact-fields.ts';
export type { ContactExport, ContactImport } from './contacts/contact-jobs.ts';
export type { ContactEvent } from './contacts/contact-lists.ts';
export { type Delimiter, delimiters, emailColumns } from './contacts/csv-header.ts';
export type { AnswerHeaderName } from './core/answer-headers.ts';
export { type ErrorCode, type ErrorFields, errors, isErrorCode } from './core/errors.ts';
export { findInexactNumber, INEXACT_NUMBER, isInexactNumber } from './core/exact-numbers.ts';
export { TAG_KEY } from './core/fields.ts';
export { isRecord } from './core/is-record.ts';
export { limits } from './core/limits.ts';
export { leastJsonBytes, mostBytes } from './core/most-bytes.ts';
export { mostFields } from './core/most-fields.ts';
export { nameFaults } from './core/name-faults.ts';
export { namedFields } from './core/named-fields.ts';
export {
  type AnswerBodyOf,
  anyMedia,
  type CodeOf,
  type Media,
  media,
  type Operation,
  type OperationTable,
  op,
  type RequestBodyOf,
  takesJson,
} from './core/operation.ts';
export type { AnyRequest, CallByName, IterateByName, NameOf, OperationByName, RowOf } from './core/operation-names.ts';
export { type KeysetCursor, keysetPage, keysetQuery, logPage, logQuery } from './core/pagination.ts';
export { findSecondsFault } from './core/times.ts';
export { API_VERSION } from './core/version.ts';
export type { Domain, DomainRecord } from './domains.ts';
export type { TestEvent } from './email/email.ts';
export { type SendRequest, sendRequest } from './email/send-request.ts';
export type { BatchItem, SendResult } from './email/send-result.ts';
export { type AccountEventType, accountEventTypes, type MessageEventType, messageEventTypes } from './events.ts';
export type { InboundMail, InboundMailDetail } from './inbound.ts';
export type { MessageDetail, MessageStatus, MessageSummary, RecipientKind, RecipientStatus } from './messages.ts';
export { ATTRIBUTE, type ConditionOn, type ConditionSubject, subjectOf } from './segments/segment-conditions.ts';
export { type SegmentCondition, type SegmentFilter, segmentFilter } from './segments/segment-filter.ts';
export type { Segment } from './segments/segments.ts';
export { type Measure, measures, type Stats } from './stats.ts';
export type { Suppression, SuppressionReason } from './suppressions.ts';
export { type Template, type TemplateVersion, type TemplateVersionSummary, templateModel } from './templates/template-fields.ts';
export type { GalleryTemplate, GalleryTemplateSummary } from './templates/template-gallery.ts';
export type { RenderedTemplate } from './templates/template-rendering.ts';
export type { Usage } from './usage.ts';
export type { WebhookAttempt, WebhookDelivery } from './webhooks/webhook-deliveries.ts';
export { type MessageWebhookEvent, type WebhookEvent, type WebhookEventData, webhookEvent } from './webhooks/webhook-events.ts';
export type { Webhook } from './webhooks/webhooks.ts';
