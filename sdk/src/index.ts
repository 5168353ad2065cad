export type { CallOptions, Fetch } from './call.ts';
export { Posthorn, type PosthornOptions } from './client.ts';
export { type ErrorCode, type ErrorFields, PosthornConnectionError, PosthornError, toPosthornError } from './errors.ts';
export type { ListQuery, Page, SearchPage } from './paginate.ts';
export type { ApiKey, CreateApiKeyRequest, CreatedApiKey } from './resources/api-keys.ts';
export type { Upload, UploadOptions } from './resources/attachments.ts';
export type {
  AddMembersResult,
  Audience,
  AudienceMemberQuery,
  AudienceResult,
  CreateAudienceRequest,
  DeletedMembership,
  Membership,
  UpdateAudienceRequest,
} from './resources/audiences.ts';
export type {
  Automation,
  AutomationSimulation,
  AutomationStats,
  AutomationStep,
  CreateAutomationRequest,
  Enrollment,
  EnrollmentQuery,
  EnrollRequest,
  ListedEnrollment,
  SimulateAutomationRequest,
  UpdateAutomationRequest,
} from './resources/automations.ts';
export type {
  Broadcast,
  BroadcastPreview,
  BroadcastQuery,
  BroadcastRecipient,
  BroadcastRecipientQuery,
  BroadcastStats,
  BroadcastStatsQuery,
  CreateBroadcastRequest,
  DuplicateBroadcastRequest,
  PreviewBroadcastRequest,
  RetriedBroadcast,
  SendBroadcastRequest,
  TestBroadcastRequest,
  TestBroadcastResult,
  UpdateBroadcastRequest,
} from './resources/broadcasts.ts';

export type {
  Contact,
  ContactEvent,
  ContactExport,
  ContactImport,
  ContactQuery,
  ContactRequest,
  ContactResult,
  ContactSearch,
  ContactsRequest,
  ContactsResult,
  DeletedContact,
  ExportQuery,
  ImportOptions,
  UpdateContactRequest,
} from './resources/contacts.ts';
export type { CreateDomainRequest, Deleted, Domain, DomainQuery, DomainRecord, UpdateDomainRequest } from './resources/domains.ts';
export type { Attachment, BatchItem, BatchOptions, SendOptions, SendRequest, SendResult, TestEvent } from './resources/email.ts';
export type { ErasedAddress, EraseRequest } from './resources/erasures.ts';
export type { EventPage, EventQuery, FollowQuery } from './resources/events.ts';
export type { Health } from './resources/health.ts';
export type { InboundGetOptions, InboundMail, InboundMailDetail } from './resources/inbound.ts';
export type { Message, MessageDetail, MessageQuery, MessageSearch } from './resources/messages.ts';
export type {
  CreateSegmentRequest,
  PreviewSegmentRequest,
  Segment,
  SegmentCount,
  SegmentFilter,
  SegmentPreview,
  UpdateSegmentRequest,
} from './resources/segments.ts';
export type { Stats, StatsQuery } from './resources/stats.ts';
export type {
  AddSuppressionRequest,
  AddSuppressionsResult,
  DeletedAddress,
  RemoveSuppressionsResult,
  Suppression,
  SuppressionQuery,
  SuppressionsRequest,
} from './resources/suppressions.ts';
export type {
  GalleryTemplate,
  GalleryTemplateSummary,
  PreviewedTemplate,
  RenderedTemplate,
  Template,
  TemplateDetail,
  TemplateVersion,
  TemplateVersionSummary,
} from './resources/templates.ts';
export type { Usage } from './resources/usage.ts';
export type {
  CreateWebhookRequest,
  DeliveryQuery,
  ReplayRequest,
  ReplayResult,
  TestWebhookRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from './resources/webhooks.ts';
export { type VerifyOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookSignatureError } from './webhooks.ts';
