import type { AppContext } from '../app-context.ts';
import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import { OPERATOR } from '../db/db.ts';
import { type BounceCount, countBounces, findMostBounced } from '../events/index.ts';
import { countEmails, type EmailCount } from '../messages/index.ts';

/** How a tenant's mail of the last 24 hours was received. */
export interface Reputation {
  readonly tenantId: string;
  /** Emails since `since`. */
  readonly emails: number;
  readonly since: number;
  /** Bounces, and below them complaints, since then. */
  readonly bounces: number;
  readonly complaints: number;
}

/** How many tenants with most bounces, and how many with most complaints. */
const TENANTS = 20;

function toReputation({ tenantId, count, since }: EmailCount, counts: readonly BounceCount[]): Reputation {
  const sumOf = (type: BounceCount['type']) =>
    counts
      .filter((row) => row.tenantId === tenantId && row.type === type && row.hour + HOUR_MS > since)
      .reduce((sum, row) => sum + row.count, 0);
  return { tenantId, emails: count, since, bounces: sumOf('bounce'), complaints: sumOf('complaint') };
}

/** Reads how mail of the last 24 hours was received, of the 20 tenants with most bounces and the 20 with most complaints. */
export async function readReputation({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Reputation[]> {
  const scan = db.scan(OPERATOR);
  const since = clock.now() - DAY_MS;
  const tenantIds = await findMostBounced(scan, { since, tenants: TENANTS });
  const counts = await countBounces(scan, tenantIds, since);
  const emails = await countEmails(scan, tenantIds, since);
  return emails.map((email) => toReputation(email, counts));
}
