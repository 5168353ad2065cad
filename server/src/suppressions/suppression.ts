import type { SuppressionReason, Suppression as WireSuppression } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { parseAddress } from '../core/email-address.ts';

/** In place of a tenant's id: the operator's lists, which hold for all tenants. */
export const ALL_TENANTS = '';

/** What a tenant's list says of an address. */
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

/** An address that is to be put on a tenant's list. */
export interface SuppressionEntry extends Omit<Suppression, 'scope' | 'createdAt'> {
  readonly at: number;
}

/** An unsubscription must not hold back what its reader is owed, such as a password reset. */
const scopeOf = (reason: SuppressionReason) => (reason === 'unsubscribe' ? 'marketing' : 'all');

/** Returns what a list says of an address that was not on it. */
export const toSuppression = ({ at: _, ...entry }: SuppressionEntry, createdAt: number): Suppression => ({
  ...entry,
  scope: scopeOf(entry.reason),
  createdAt,
});

/** Returns what a further entry makes of one: the first reason stays, but one that holds back all mail replaces an unsubscription. */
export function widen(suppression: Suppression, entry: SuppressionEntry): Suppression {
  const isWider = suppression.scope === 'marketing' && scopeOf(entry.reason) === 'all';
  return isWider ? toSuppression(entry, suppression.createdAt) : suppression;
}

/** Returns what addresses are compared by: bare and in lower case. */
export const bareAddress = (text: string): string | ApiError<'invalid_email'> => parseAddress(text)?.email ?? new ApiError('invalid_email');
