import type { Overrides } from '@posthorn/contract';

const NONE: Overrides = { daily_quota: null, monthly_quota: null, rate_limit: null, contact_limit: null, webhook_limit: null };

export type GivenOverrides = { readonly [K in keyof Overrides]?: Overrides[K] | undefined };

/** Safe because only `withOverrides` makes what is stored. */
const parse = (stored: string) => JSON.parse(stored) as Partial<Overrides>;

/** Overrides as stored, each of them named: null is the plan's own limit, -1 is unlimited. */
export const readOverrides = (stored: string): Overrides => ({ ...NONE, ...parse(stored) });

/** Stored overrides with those given put in; one that is left out keeps its value. */
export function withOverrides(stored: string, given: GivenOverrides = {}): string {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return JSON.stringify({ ...readOverrides(stored), ...Object.fromEntries(named) });
}
