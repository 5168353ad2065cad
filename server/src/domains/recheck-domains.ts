import type { AppContext } from '../app-context.ts';
import { bumpVersions } from '../meters/version-store.ts';
import { findDueDomains, updateChecked } from './check-store.ts';
import type { DomainState, Findings, SendingDomain } from './domain.ts';
import { stateAfter, stillPending } from './domain-state.ts';
import { findVerifiedNames } from './name-store.ts';
import { type DomainLookUp, type DomainParts, lookUpDomain, recordLookUp } from './verify-domain.ts';

/** Domains looked up at a time. Their results are written before the next ones: some wait seconds for name servers that do not answer. */
const PAGE = 50;

interface CheckResult {
  readonly domain: SendingDomain;
  readonly state: DomainState;
  /** Absent where DNS was not asked. */
  readonly looked?: DomainLookUp;
}

/** A record that was never there is not wrong while whoever added the domain may still be about to publish it. */
const withoutUnpublished = ({ findings }: SendingDomain, { found, seen }: DomainLookUp): Findings =>
  Object.fromEntries(Object.entries(found).filter(([purpose]) => purpose in findings || seen[purpose as keyof Findings]?.length !== 0));

async function check(parts: DomainParts, domain: SendingDomain): Promise<CheckResult> {
  const looked = await lookUpDomain(parts, domain);
  const found = domain.status === 'pending' ? withoutUnpublished(domain, looked) : looked.found;
  return { domain, looked, state: stateAfter(domain, { ...looked, found, now: parts.app.clock.now() }) };
}

/** Checks domains, but for pending ones whose name somebody has verified: they cannot be. */
async function checkAll(parts: DomainParts, due: readonly SendingDomain[]): Promise<CheckResult[]> {
  const { db, clock } = parts.app;
  const pending = due.filter(({ status }) => status === 'pending');
  const names = pending.map(({ name }) => name);
  const taken = names.length === 0 ? new Set<string>() : await findVerifiedNames(db.read, names);
  const isTaken = ({ status, name }: SendingDomain) => status === 'pending' && taken.has(name);
  const checkOne = async (domain: SendingDomain): Promise<CheckResult> =>
    isTaken(domain) ? { domain, state: stillPending(domain, clock.now()) } : check(parts, domain);
  return Promise.all(due.map(checkOne));
}

function writeStates({ db }: AppContext, checked: readonly CheckResult[]): Promise<void> {
  const changed = checked.filter(({ domain, state }) => domain.status !== state.status);
  const tenantIds = [...new Set(changed.map(({ domain }) => domain.tenantId))];
  return db.transact(async (trx) => {
    await bumpVersions(trx, tenantIds);
    await updateChecked(trx, checked);
  });
}

async function write(app: AppContext, checked: readonly CheckResult[]): Promise<void> {
  const isFirst = ({ domain, state }: CheckResult) => domain.status === 'pending' && state.status === 'verified';
  const others = checked.filter((result) => !isFirst(result));
  if (others.length > 0) await writeStates(app, others);
  // One by one: where two tenants have the name, one of them is refused. It stays due, and is found to be taken next time.
  for (const { domain, looked } of checked.filter(isFirst)) if (looked !== undefined) await recordLookUp(app, domain, looked);
}

/** Looks domains up again whose check is due, verified and pending ones, at most `limit`, and returns how many. */
export async function recheckDomains(parts: DomainParts, limit: number): Promise<number> {
  const { db, clock } = parts.app;
  let handled = 0;
  for (let more = true; more && handled < limit; ) {
    const page = Math.min(PAGE, limit - handled);
    const due = await findDueDomains(db.write, clock.now(), page);
    if (due.length > 0) await write(parts.app, await checkAll(parts, due));
    handled += due.length;
    more = due.length === page;
  }
  return handled;
}
