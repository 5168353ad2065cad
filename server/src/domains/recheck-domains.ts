import pMap from 'p-map';
import type { AppContext } from '../app-context.ts';
import { bumpVersions } from '../tenants/index.ts';
import { findDueDomains, updateChecked } from './check-store.ts';
import type { DomainState, SendingDomain } from './domain.ts';
import { stateAfter } from './domain-state.ts';

import { type DomainParts, lookUpDomain } from './verify-domain.ts';

const PAGE = 100;
/** Domains looked up at once. */
const LOOKS = 10;

interface CheckResult {
  readonly domain: SendingDomain;
  readonly state: DomainState;
}

async function check(parts: DomainParts, domain: SendingDomain): Promise<CheckResult> {
  const looked = await lookUpDomain(parts, domain);
  return { domain, state: stateAfter(domain, { ...looked, now: parts.app.clock.now() }) };
}

function write({ db }: AppContext, checked: readonly CheckResult[]): Promise<void> {
  const changed = checked.filter(({ domain, state }) => domain.status !== state.status);
  const tenantIds = [...new Set(changed.map(({ domain }) => domain.tenantId))];
  return db.transact(async (trx) => {
    await bumpVersions(trx, tenantIds);
    await updateChecked(trx, checked);
  });
}

/** Looks verified domains up again whose daily check is due, at most `limit`, and returns how many. */
export async function recheckDomains(parts: DomainParts, limit: number): Promise<number> {
  const { db, clock } = parts.app;
  let handled = 0;
  for (let more = true; more && handled < limit; ) {
    const page = Math.min(PAGE, limit - handled);
    const due = await findDueDomains(db.write, clock.now(), page);
    if (due.length > 0) await write(parts.app, await pMap(due, (domain) => check(parts, domain), { concurrency: LOOKS }));
    handled += due.length;
    more = due.length === page;
  }
  return handled;
}
