import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { Findings, SendingDomain } from './domain.ts';
import { findDomain, updateSettings } from './store.ts';

/** Omitted fields stay; null clears the local part. */
export interface DomainChanges {
  readonly open_tracking?: boolean | undefined;
  readonly click_tracking?: boolean | undefined;
  readonly inbound?: boolean | undefined;
  readonly default_from_local_part?: string | null | undefined;
}

const isTracked = ({ openTracking, clickTracking }: SendingDomain) => openTracking || clickTracking;

/**
 * Returns what is still known of a domain's records. What was found of the one for links stays once it is no longer asked for, since sent
 * mail leads there, and is forgotten once it is asked for again; that of the one to receive mail, at once.
 */
function findingsAfter(before: SendingDomain, after: SendingDomain): Findings {
  const { tracking, inbound, ...others } = before.findings;
  const isKept = isTracked(before) || !isTracked(after);
  return {
    ...others,
    ...(isKept && tracking !== undefined ? { tracking } : {}),
    ...(after.inbound && inbound !== undefined ? { inbound } : {}),
  };
}

/** Returns a domain with the settings that are given, and the rest as it was. */
export function applyChanges(domain: SendingDomain, changes: DomainChanges): SendingDomain {
  const localPart = changes.default_from_local_part;
  const changed = {
    ...domain,
    openTracking: changes.open_tracking ?? domain.openTracking,
    clickTracking: changes.click_tracking ?? domain.clickTracking,
    inbound: changes.inbound ?? domain.inbound,
    defaultFromLocalPart: localPart === undefined ? domain.defaultFromLocalPart : localPart,
  };
  return { ...changed, findings: findingsAfter(domain, changed) };
}

/** Changes the settings that are given and keeps the rest. */
export function updateDomain(
  { db }: AppContext,
  ref: ObjectRef,
  body: () => DomainChanges,
): Promise<SendingDomain | ApiError<'not_found'>> {
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const domain = await findDomain(trx, ref);
    if (domain === undefined) return new ApiError('not_found');
    const changed = applyChanges(domain, body());
    await updateSettings(trx, changed);
    return changed;
  });
}
