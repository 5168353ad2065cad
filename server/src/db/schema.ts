import type { BlobChunkRow, BlobRow } from './schema/blobs.ts';
import type { CapturedMailRow, DeliveryAttemptRow } from './schema/mail/delivery.ts';
import type { EventRow } from './schema/mail/events.ts';
import type { InboundMailRow, InboundSpoolRow, PostmasterMailRow } from './schema/mail/inbound.ts';
import type { IdempotencyKeyRow, MessageBodyRow, MessageRow, MessageTagRow, StagedBodyRow } from './schema/mail/messages.ts';
import type { MessageRecipientRow } from './schema/mail/search.ts';
import type { StatCursorRow, StatDeltaRow, StatHourRow } from './schema/mail/stats.ts';
import type { ErasureRow, SuppressionRow } from './schema/mail/suppressions.ts';
import type { TemplateRow, TemplateVersionRow } from './schema/mail/templates.ts';
import type { AutomationMailRow, AutomationRow, EnrollmentRow } from './schema/marketing/automations.ts';
import type { BroadcastLedgerRow, BroadcastPaceRow, BroadcastRow, BroadcastSkipRow } from './schema/marketing/broadcasts.ts';
import type {
  AudienceMemberRow,
  AudienceRow,
  ContactExportRow,
  ContactImportFailureRow,
  ContactImportRow,
  ContactRow,
} from './schema/marketing/contacts.ts';
import type { SegmentRow } from './schema/marketing/segments.ts';
import type { MoveRow } from './schema/moves.ts';
import type { JobRow } from './schema/queue.ts';
import type { CreditPackRow } from './schema/tenants/credits.ts';
import type { DomainRow } from './schema/tenants/domains.ts';
import type { KeyProofRow } from './schema/tenants/key-proofs.ts';
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
} from './schema/tenants/people.ts';
import type { QuotaBucketRow } from './schema/tenants/quota.ts';
import type { StorageChangeRow } from './schema/tenants/storage.ts';
import type { ApiKeyRow, TenantMeterRow, TenantRow } from './schema/tenants/tenants.ts';
import type { WebhookDeliveryRow, WebhookRow } from './schema/tenants/webhooks.ts';

export type * from './schema/blobs.ts';
export type * from './schema/flag.ts';
export type * from './schema/mail/delivery.ts';
export type * from './schema/mail/events.ts';
export type * from './schema/mail/inbound.ts';
export type * from './schema/mail/messages.ts';
export type * from './schema/mail/search.ts';
export type * from './schema/mail/stats.ts';
export type * from './schema/mail/suppressions.ts';
export type * from './schema/mail/templates.ts';
export type * from './schema/marketing/automations.ts';
export type * from './schema/marketing/broadcasts.ts';
export type * from './schema/marketing/contacts.ts';
export type * from './schema/marketing/segments.ts';
export type * from './schema/moves.ts';
export type * from './schema/queue.ts';
export type * from './schema/tenants/credits.ts';
export type * from './schema/tenants/domains.ts';
export type * from './schema/tenants/key-proofs.ts';
export type * from './schema/tenants/people.ts';
export type * from './schema/tenants/quota.ts';
export type * from './schema/tenants/storage.ts';
export type * from './schema/tenants/tenants.ts';
export type * from './schema/tenants/webhooks.ts';

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
  moves: MoveRow;
}

export type TableName = keyof Schema;
