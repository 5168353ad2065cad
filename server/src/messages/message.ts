import type { MessageEventType, MessageStatus, RecipientKind, RecipientStatus } from '@posthorn/contract';
import { HOUR_MS } from '../core/durations.ts';
import { bytesOf } from '../storage/size-store.ts';

/** Positions of a tenant's log within one millisecond: a position is epoch milliseconds times this, plus a number below it. */
export const POSITIONS_PER_MS = 1000;

/** One addressee of a message. */
export interface Recipient {
  /** Bare and in lower case, for comparing. */
  readonly email: string;
  /** As written, for the envelope. */
  readonly address: string;
  readonly name: string | null;
  readonly kind: RecipientKind;
  readonly status: RecipientStatus;
  readonly detail: string | null;
  readonly updatedAt: number;
  /** The receiving side holds the mail back for now; we have nothing more to do for it. */
  readonly lateAtReceiver?: true;
  /** The bounce says nothing against the address, such as a full mailbox. */
  readonly bouncedSoftly?: true;
  /** Set for a soft bounce after which its server tries no more. */
  readonly givenUp?: true;
}

/** An attachment as stored with a body. */
export interface StoredAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly storageKey: string;
  readonly contentId: string | null;
  /** It is all that the mail says, signed or encrypted, and goes out as it is. */
  readonly isSealed?: true;
}

/** What a message says; messages of one broadcast share it. */
export interface MessageBody {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses as shown. */
  readonly replyTo: readonly string[];
  readonly attachments: readonly StoredAttachment[];
}

/** A body that was left in the database for its size: it is read when its turn comes. */
export interface UnreadBody {
  readonly id: string;
  /** Bytes of the body that is to be read. */
  readonly unreadBytes: number;
}

export type FoundBody = MessageBody | UnreadBody;

export const isUnread = (body: FoundBody): body is UnreadBody => 'unreadBytes' in body;

/** Returns the bytes that a body is counted with; its files are counted by themselves. */
export const sizeOf = ({ html, text, headers }: Pick<MessageBody, 'html' | 'text' | 'headers'>): number =>
  bytesOf(html, text, ...Object.entries(headers).flat());

/** Storage keys of what a body uses, each once. */
export const filesOf = ({ attachments }: Pick<MessageBody, 'attachments'>): string[] => [
  ...new Set(attachments.map(({ storageKey }) => storageKey)),
];

/** The part of a message that outcomes change. */
export interface MessageState {
  readonly status: MessageStatus;
  readonly recipients: readonly Recipient[];
  readonly sentAt: number | null;
  readonly providerMessageId: string | null;
  /** When the sweep looks at it again; null where no recipient is open, or a worker has claimed it. */
  readonly dueAt: number | null;
}

/** A worker's claim on a message: the job, and the attempt of that job. */
export interface Claim {
  readonly messageId: string;
  readonly jobId: string;
  readonly jobAttempt: number;
}

/** Returns a key for a claim; of two claims of one message the older has been overtaken. */
export const claimKey = ({ messageId, jobId, jobAttempt }: Claim): string => `${messageId} ${jobId} ${jobAttempt}`;

/** What accepting a message takes: a unit of the quota, and on the plan of prepaid emails one of those as well. */
export const CHARGES = { nothing: 0, unit: 1, prepaid: 2 } as const;

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
  readonly firstAttemptAt: number | null;
  /** Null where nobody has noted it: mail of broadcasts takes nothing, the release before noted none. */
  readonly charge: Charge | null;
}

/** A message that may be accepted: all but its position in the log and its first state. */
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
  /** What it was rendered from. */
  readonly template: { readonly alias: string; readonly version: number } | null;
  readonly body: MessageBody;
  /** `sizeOf` the body. */
  readonly bodyBytes: number;
  /** The body is in the database already, waiting for its message. */
  readonly isStaged?: true;
  /** What sent it, where that was an automation. */
  readonly automationId?: string | undefined;
  /** The contact that it goes to as such. */
  readonly contactId?: string | undefined;
  /** Why it never leaves: it begins as failed. */
  readonly unsendable?: string | undefined;
}

/** Something that happened to a message as its state changed. */
export interface StateEvent {
  readonly type: MessageEventType;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** How long the sweep leaves a message to the job that was made for it; after that the job counts as lost. */
export const HIDDEN_MS = HOUR_MS;
