import type { MessageEventType, MessageStatus, RecipientKind, RecipientStatus } from '@posthorn/contract';
import { HOUR_MS } from '../core/durations.ts';
import { bytesOf } from '../storage/size-store.ts';

/** Positions of a tenant's log within one millisecond: a position is epoch milliseconds times this, plus a number below it. */
export const POSITIONS_PER_MS = 1000;

/** One addressee of a message. */
export interface Recipient {
  /** Bare and in lower case, for comparison. */
  readonly email: string;
  /** As given, for the envelope. */
  readonly address: string;
  readonly name: string | null;
  readonly kind: RecipientKind;
  readonly status: RecipientStatus;
  readonly detail: string | null;
  readonly updatedAt: number;
  /** The receiving side delays the mail; here it counts as sent. */
  readonly lateAtReceiver?: true;
  /** The bounce says nothing against the address, as with a full mailbox. */
  readonly bouncedSoftly?: true;
  /** Set for a soft bounce whose server has given up. */
  readonly givenUp?: true;
}

/** An attachment as stored with a body. */
export interface StoredAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly storageKey: string;
  readonly contentId: string | null;
  /** The whole content of the mail, signed or encrypted, which is sent unchanged. */
  readonly isSealed?: true;
}

/** The content of a message. Messages of one broadcast share it. */
export interface MessageBody {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses as shown. */
  readonly replyTo: readonly string[];
  readonly attachments: readonly StoredAttachment[];
}

/** A body that is too large to be read with the others. */
export interface UnreadBody {
  readonly id: string;
  /** Bytes of the body. */
  readonly unreadBytes: number;
}

export type FoundBody = MessageBody | UnreadBody;

export const isUnread = (body: FoundBody): body is UnreadBody => 'unreadBytes' in body;

/** Returns the bytes that count as stored for a body; its files are counted separately. */
export const sizeOf = ({ html, text, headers }: Pick<MessageBody, 'html' | 'text' | 'headers'>): number =>
  bytesOf(html, text, ...Object.entries(headers).flat());

/** Returns the storage keys of the files of a body, each once. */
export const filesOf = ({ attachments }: Pick<MessageBody, 'attachments'>): string[] => [
  ...new Set(attachments.map(({ storageKey }) => storageKey)),
];

/** The part of a message that outcomes change. */
export interface MessageState {
  readonly status: MessageStatus;
  readonly recipients: readonly Recipient[];
  readonly sentAt: number | null;
  readonly providerMessageId: string | null;
  /** When the sweep picks it up, epoch milliseconds; null if no recipient is open, or a worker has claimed it. */
  readonly dueAt: number | null;
}

/** A worker's claim on a message: the job, and the attempt of that job. */
export interface Claim {
  readonly messageId: string;
  readonly jobId: string;
  readonly jobAttempt: number;
}

/** Returns a key that identifies a claim: of two claims of one message, the older has been overtaken. */
export const claimKey = ({ messageId, jobId, jobAttempt }: Claim): string => `${messageId} ${jobId} ${jobAttempt}`;

/** What is charged for a message: a unit of the quota, and for tenants on prepaid emails also one of these. Tests of broadcasts cost nothing, and are recognised by theirs. */
export const CHARGES = { nothing: 0, unit: 1, prepaid: 2, test: 3 } as const;

export type Charge = (typeof CHARGES)[keyof typeof CHARGES];

/** A message that was accepted, without its body. */
export interface Message extends MessageState {
  readonly id: string;
  readonly tenantId: string;
  /** In the tenant's log, where positions are unique and in the order of acceptance. */
  readonly position: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly stream: DraftMessage['stream'];
  /** The sender as shown. */
  readonly from: string;
  readonly domainId: string;
  readonly subject: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly templateAlias: string | null;
  readonly templateVersion: number | null;
  readonly testMode: boolean;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly bodyId: string;
  readonly scheduledAt: number | null;
  readonly broadcastId: string | null;
  readonly automationId: string | null;
  readonly contactId: string | null;
  /** Null while no worker has it. */
  readonly claim: Claim | null;
  readonly attempts: number;
  /** When it was first tried; if it was held since, when it was released. */
  readonly firstAttemptAt: number | null;
  /** Null if it is not stored: for mail of broadcasts, which is not charged, and for messages of the previous release. */
  readonly charge: Charge | null;
}

/** A message before it is accepted, and has its position in the log and its first state. */
export interface DraftMessage {
  readonly id: string;
  readonly tenantId: string;
  readonly stream: 'transactional' | 'marketing';
  readonly from: string;
  readonly domainId: string;
  readonly subject: string;
  readonly recipients: readonly Recipient[];
  readonly tags: Readonly<Record<string, string>>;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly testMode: boolean;
  /** Null: at once. */
  readonly scheduledAt: number | null;
  /** The template that it was rendered from. */
  readonly template: { readonly alias: string; readonly version: number } | null;
  readonly body: MessageBody;
  /** `sizeOf` the body. */
  readonly bodyBytes: number;
  /** Set where the body is staged: it is stored already. */
  readonly isStaged?: true;
  /** The automation that sends it. */
  readonly automationId?: string | undefined;
  /** The contact that it is for, in mail of automations. */
  readonly contactId?: string | undefined;
  /** Why it cannot be sent: it starts as failed. */
  readonly unsendable?: string | undefined;
}

/** An event that comes with a change of a message's state. */
export interface StateEvent {
  readonly type: MessageEventType;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Milliseconds for which the sweep ignores a message that has a job; after that the job counts as lost. */
export const HIDDEN_MS = HOUR_MS;
