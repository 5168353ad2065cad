import type { Trx } from '../db/dialect.ts';

/** A list of contacts that a tenant keeps by hand. */
export interface AudienceKey {
  readonly tenantId: string;
  readonly id: string;
}

/** A contact that has become a member, and was none before. */
export interface AudienceAddition {
  readonly tenantId: string;
  readonly audienceId: string;
  readonly contactId: string;
}

/** Hears of contacts that have become members, in the transaction that made them. */
export type OnAudienceAdded = (trx: Trx, additions: readonly AudienceAddition[]) => Promise<void>;
