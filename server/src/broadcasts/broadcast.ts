import type { Broadcast as WireBroadcast } from '@posthorn/contract';
import type { BroadcastLedgerRow, BroadcastRow } from '../db/schema.ts';
import type { Filter } from '../segments/index.ts';

export type BroadcastStatus = WireBroadcast['status'];

export interface BroadcastKey {
  readonly tenantId: string;
  readonly id: string;
}

/** A broadcast and how far it has come. */
export type Broadcast = BroadcastRow & Omit<BroadcastLedgerRow, 'broadcast_id' | 'tenant_id'>;

/** Safe because only states of the contract are ever written where a tenant can read them. */
export const statusOf = ({ status }: Pick<BroadcastRow, 'status'>) => status as BroadcastStatus;

/** Whom a broadcast goes to. */
export interface Target {
  readonly kind: 'audience' | 'segment';
  readonly id: string;
}

/** A target that is there and, if it is a segment, has a filter that holds good. */
export type OpenTarget = { readonly kind: 'audience'; readonly id: string } | { readonly kind: 'segment'; readonly filter: Filter };

/** Safe because only kinds of the contract are ever written. */
const kindOf = (kind: string) => kind as Target['kind'];

/** Undefined where none is set. */
export function targetOf({ target_kind: kind, target_id: id }: Pick<BroadcastRow, 'target_kind' | 'target_id'>): Target | undefined {
  return kind === null || id === null ? undefined : { kind: kindOf(kind), id };
}
