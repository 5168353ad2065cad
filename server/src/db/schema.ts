import type { AutomationMailRow, AutomationRow, EnrollmentRow } from './schema/automations.ts';
import type { BlobChunkRow, BlobRow } from './schema/blobs.ts';
import type { BroadcastLedgerRow, BroadcastPaceRow, BroadcastRow, BroadcastSkipRow } from './schema/broadcasts.ts';
import type {
  AudienceMemberRow,
  AudienceRow,
  ContactExportRow,
  ContactImportFailureRow,
  ContactImportRow,
  ContactRow,
} from './schema/contacts.ts';
import type { CreditPackRow } from './schema/credits.ts';
import type { CapturedMailRow, DeliveryAttemptRow } from './schema/delivery.ts';
import type { DomainRow } from './schema/domains.ts';
import type { EventRow } from './schema/events.ts';
import type { InboundMailRow, InboundSpoolRow, PostmasterMailRow } from './schema/inbound.ts';
import type { KeyProofRow } from './schema/key-proofs.ts';
import type { IdempotencyKeyRow, MessageBodyRow, MessageRow, MessageTagRow, StagedBodyRow } from './schema/messages.ts';
import type {
  AuditEntryRow,
  InvitationRow,
  MembershipRow,
  PasskeyChallengeRow,
  PasskeyRow,
  RecoveryCodeRow,
  SignInRow,
  TryRow,
  UserRow,
} from './schema/people.ts';
import type { JobRow } from './schema/queue.ts';
import type { QuotaBucketRow } from './schema/quota.ts';
import type { MessageRecipientRow } from './schema/search.ts';
import type { SegmentRow } from './schema/segments.ts';
import type { StatCursorRow, StatDeltaRow, StatHourRow } from './schema/stats.ts';
import type { StorageChangeRow } from './schema/storage.ts';
import type { ErasureRow, SuppressionRow } from './schema/suppressions.ts';
import type { TemplateRow, TemplateVersionRow } from './schema/templates.ts';
import type { ApiKeyRow, TenantMeterRow, TenantRow } from './schema/tenants.ts';
import type { WebhookDeliveryRow, WebhookRow } from './schema/webhooks.ts';

export type * from './schema/automations.ts';
export type * from './schema/blobs.ts';
export type * from './schema/broadcasts.ts';
export type * from './schema/contacts.ts';
export type * from './schema/credits.ts';
export type * from './schema/delivery.ts';
export type * from './schema/domains.ts';
export type * from './schema/events.ts';
export type * from './schema/flag.ts';
export type * from './schema/inbound.ts';
export type * from './schema/key-proofs.ts';
export type * from './schema/messages.ts';
export type * from './schema/people.ts';
export type * from './schema/queue.ts';
export type * from './schema/quota.ts';
export type * from './schema/search.ts';
export type * from './schema/segments.ts';
export type * from './schema/stats.ts';
export type * from './schema/storage.ts';
export type * from './schema/suppressions.ts';
export type * from './schema/templates.ts';
export type * from './schema/tenants.ts';
export type * from './schema/webhooks.ts';

/** Rows as they are stored: times in epoch milliseconds, booleans as 0 and 1, JSON as text. */
export interface Schema {
  tenants: TenantRow;
  tenant_meters: TenantMeterRow;
  api_keys: ApiKeyRow;
  domains: DomainRow;
  templates: TemplateRow;
  template_versions: TemplateVersionRow;
  suppressions: SuppressionRow;
  erasures: ErasureRow;
  messages: MessageRow;
  message_bodies: MessageBodyRow;
  staged_bodies: StagedBodyRow;
  message_tags: MessageTagRow;
  quota_buckets: QuotaBucketRow;
  storage_changes: StorageChangeRow;
  credit_packs: CreditPackRow;
  idempotency_keys: IdempotencyKeyRow;
  delivery_attempts: DeliveryAttemptRow;
  events: EventRow;
  contacts: ContactRow;
  audiences: AudienceRow;
  audience_members: AudienceMemberRow;
  segments: SegmentRow;
  automations: AutomationRow;
  automation_enrollments: EnrollmentRow;
  automation_mails: AutomationMailRow;
  broadcasts: BroadcastRow;
  broadcast_ledgers: BroadcastLedgerRow;
  broadcast_skips: BroadcastSkipRow;
  broadcast_paces: BroadcastPaceRow;
  contact_imports: ContactImportRow;
  contact_import_failures: ContactImportFailureRow;
  contact_exports: ContactExportRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
  captured_mail: CapturedMailRow;
  inbound_mails: InboundMailRow;
  inbound_spool: InboundSpoolRow;
  postmaster_mails: PostmasterMailRow;
  blobs: BlobRow;
  blob_chunks: BlobChunkRow;
  jobs: JobRow;
  key_proofs: KeyProofRow;
  users: UserRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  sign_ins: SignInRow;
  sign_in_tries: TryRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  audit_entries: AuditEntryRow;
  stat_deltas: StatDeltaRow;
  stat_hours: StatHourRow;
  stat_cursors: StatCursorRow;
  message_recipients: MessageRecipientRow;
}

export type TableName = keyof Schema;
