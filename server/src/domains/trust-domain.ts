import type { AppContext } from '../app-context.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { SendingDomain } from './domain.ts';
import { trustedState } from './domain-state.ts';
import { findUntrusted, markTrusted, type OwnName, updateSettings } from './store.ts';
import { applyChanges, type DomainChanges } from './update-domain.ts';

/**
 * Has a domain that the tenant added before count as verified by the operator's word, with the settings that are given. Returns undefined
 * where the tenant has none of that name, or one that is trusted already. Rejects with a unique violation where another tenant has it verified.
 */
export async function trustDomain({ db, clock }: AppContext, own: OwnName, changes: DomainChanges): Promise<SendingDomain | undefined> {
  if ((await findUntrusted(db.read, own)) === undefined) return undefined;
  return db.transact(async (trx) => {
    await bumpVersion(trx, own.tenantId);
    const domain = await findUntrusted(trx, own);
    if (domain === undefined) return undefined;
    const state = trustedState(domain.status === 'verified' && domain.verifiedAt !== null ? domain.verifiedAt : clock.now());
    const changed = applyChanges(domain, changes);
    const { tracking } = changed.findings;
    // Sent mail leads to its host all the same.
    const findings = tracking === 'verified' ? { tracking } : {};
    const trusted = { ...changed, ...state, findings, trusted: true };
    await updateSettings(trx, trusted);
    await markTrusted(trx, trusted);
    return trusted;
  });
}
