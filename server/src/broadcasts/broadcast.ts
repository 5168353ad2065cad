import type { LedgerStatus, Broadcast as WireBroadcast } from '@posthorn/contract';
import type { Filter } from '../segments/index.ts';

export type BroadcastStatus = WireBroadcast['status'];

/** The target of a broadcast: an audience or a segment, by its id. */
export interface Target {
  readonly kind: 'audience' | 'segment';
  readonly id: string;
}

/** A target that exists; a segment with its checked filter. */
export type OpenTarget = { readonly kind: 'audience'; readonly id: string } | { readonly kind: 'segment'; readonly filter: Filter };

/** The parts that a tenant writes: the content of a broadcast, its sender and its target. */
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

/** The place of a contact in a walk over a target, ordered by (created_at, id). */
export interface Place {
  readonly at: number;
  readonly id: string;
}

/** The progress of a broadcast: its messages by status, and the state of its fan-out. */
export interface Ledger extends Readonly<Record<LedgerStatus, number>> {
  /** Contacts of the target when it was sent. */
  readonly totalRecipients: number;
  /** Messages that fan-out created, whatever happened to them. */
  readonly sentCount: number;
  /** Contacts for which fan-out created no message. */
  readonly skippedCount: number;
  /** Whether fan-out has reached the end of the target. */
  readonly walked: boolean;
  /** The place of the last contact that fan-out processed. */
  readonly cursor: Place;
  /** Jobs created so far: the more there are, the less urgent the next one is. */
  readonly slices: number;
  /** Jobs must be created again for messages to contacts after this one; null if none must. */
  readonly issueAfter: string | null;
  /** Whether mail that was tried keeps its times while jobs are created again: another broadcast was resumed, not this one. */
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
  /** Contacts created after it are not included; null until sending starts, as are the next three. */
  readonly startedAt: number | null;
  /** The sender as shown. */
  readonly sender: string | null;
  readonly senderDomainId: string | null;
  /** The body that its messages share. */
  readonly bodyId: string | null;
  readonly ledger: Ledger;
}

/** Returns the target of a broadcast; undefined if none is set. */
export function targetOf({ targetKind: kind, targetId: id }: Pick<Draft, 'targetKind' | 'targetId'>): Target | undefined {
  return kind === null || id === null ? undefined : { kind, id };
}
