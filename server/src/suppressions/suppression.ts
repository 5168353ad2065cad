import type { SuppressionReason, Suppression as WireSuppression } from '@posthorn/contract';
import { parseAddress } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';

/** Replaces the tenant id for the operator's lists, which apply to all tenants. */
export const ALL_TENANTS = '';

/** An entry of a tenant's list for an address. */
export interface Suppression {
  readonly tenantId: string;
  /** Bare and in lower case. */
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly scope: WireSuppression['scope'];
  /** The message that the reason came from. */
  readonly sourceMessageId: string | null;
  /** Whether the reason was simulated. */
  readonly testMode: boolean;
  readonly createdAt: number;
}

/** An address to put on a tenant's list. */
export interface SuppressionEntry extends Omit<Suppression, 'scope' | 'createdAt'> {
  readonly at: number;
}

/** An unsubscription must not block mail that the recipient needs, such as a password reset. */
const scopeOf = (reason: SuppressionReason) => (reason === 'unsubscribe' ? 'marketing' : 'all');

/** Returns the entry for an address that was not on the list. */
export const toSuppression = ({ at: _, ...entry }: SuppressionEntry, createdAt: number): Suppression => ({
  ...entry,
  scope: scopeOf(entry.reason),
  createdAt,
});

/** Merges a further entry: the first reason stays, but one that blocks all mail replaces an unsubscription. */
export function widen(suppression: Suppression, entry: SuppressionEntry): Suppression {
  const isWider = suppression.scope === 'marketing' && scopeOf(entry.reason) === 'all';
  return isWider ? toSuppression(entry, suppression.createdAt) : suppression;
}

/** Returns the normalized form by which addresses are compared: bare and in lower case. */
export const bareAddress = (text: string): string | ApiError<'invalid_email'> => parseAddress(text)?.email ?? new ApiError('invalid_email');
