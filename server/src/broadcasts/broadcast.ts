import type { LedgerStatus, Broadcast as WireBroadcast } from '@posthorn/contract';
import type { Filter } from '../segments/index.ts';

export type BroadcastStatus = WireBroadcast['status'];

/** Whom a broadcast goes to: an audience or a segment, by its id. */
export interface Target {
  readonly kind: 'audience' | 'segment';
  readonly id: string;
}

/** A target that exists; a segment with its checked filter. */
export type OpenTarget = { readonly kind: 'audience'; readonly id: string } | { readonly kind: 'segment'; readonly filter: Filter };

/** What a tenant writes: the content of a broadcast, its sender and its target. */
export interface Draft {
  readonly name: string;
  readonly subject: string;
  readonly fromDomainId: string | null;
  readonly from: string | null;
  readonly replyTo: string | null;
  readonly previewText: string | null;
  readonly bodyHtml: string | null;
  readonly bodyText: string | null;
  readonly targetKind: Target['kind'] | null;
  readonly targetId: string | null;
}

/** The place of a contact in a walk over a target, which goes by (created_at, id). */
export interface Place {
  readonly at: number;
  readonly id: string;
}

/** How far a broadcast has come: its messages by status, and the state of its fan-out. */
export interface Ledger extends Readonly<Record<LedgerStatus, number>> {
  /** Contacts of the target when it was sent. */
  readonly totalRecipients: number;
  /** Messages that fan-out made, whatever became of them. */
  readonly sentCount: number;
  /** Contacts that fan-out made no message for. */
  readonly skippedCount: number;
  /** Whether fan-out has reached the end of the target. */
  readonly walked: boolean;
  /** The place of the last contact that fan-out looked at. */
  readonly cursor: Place;
  /** Jobs made so far: the more there are, the less urgent the next one is. */
  readonly slices: number;
  /** Jobs are to be made anew for messages to contacts after this one; null where they are not. */
  readonly issueAfter: string | null;
  /** Whether mail that was tried keeps its times while jobs are made anew: another broadcast was resumed, not this one. */
  readonly keepsRetries: boolean;
}

export interface Broadcast extends Draft {
  readonly id: string;
  readonly tenantId: string;
  readonly status: BroadcastStatus;
  readonly scheduledAt: number | null;
  /** Why the service paused or cancelled it. */
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt: number | null;
  /** Contacts created after it are not included; null until it is being sent, as are the next three. */
  readonly startedAt: number | null;
  /** The sender as shown. */
  readonly sender: string | null;
  readonly senderDomainId: string | null;
  /** The body that its messages share. */
  readonly bodyId: string | null;
  readonly ledger: Ledger;
}

/** Returns the target of a broadcast, undefined where none is set. */
export function targetOf({ targetKind: kind, targetId: id }: Pick<Draft, 'targetKind' | 'targetId'>): Target | undefined {
  return kind === null || id === null ? undefined : { kind, id };
}
