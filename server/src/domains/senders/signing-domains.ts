import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config/config.ts';
import type { SecretBox } from '../../core/crypto/secret-box.ts';
import { linkHostFor } from '../link-hosts.ts';
import { returnPathDomain } from '../records/dns-records.ts';
import { type DomainWithKey, findDomainsWithKeys } from './signing-store.ts';

/** What delivery needs of a sending domain. */
export interface SigningDomain {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** False since its records went wrong: nothing of it may go out. */
  readonly verified: boolean;
  readonly selector: string;
  /** Undefined where SECRET_KEY does not open it: that domain's mail has to wait, and no other's. */
  readonly privateKey: KeyObject | undefined;
  /** Domain of the envelope sender; null where reports would not come back to us from there. */
  readonly returnPathDomain: string | null;
  /** Host of links in its mail; undefined for that of the service. */
  readonly linkHost: string | undefined;
}

function openKey(secrets: SecretBox, sealed: string): KeyObject | undefined {
  try {
    return createPrivateKey(secrets.open(sealed));
  } catch {
    return undefined;
  }
}

/** A name without records makes receivers refuse the mail, and without the listener nobody reads what comes back. */
function reportsDomain({ name, trusted, findings }: DomainWithKey, config: Config): string | null {
  if (config.INBOUND_SMTP_PORT === undefined) return null;
  const reachable = config.RETURN_PATH_DOMAIN !== undefined || trusted || findings.return_path === 'verified';
  return reachable ? returnPathDomain(name, config) : null;
}

/** Finds domains by id, of any tenants; a deleted one is absent. */
export async function findSigningDomains({ db, config, secrets }: AppContext, ids: readonly string[]): Promise<SigningDomain[]> {
  const domains = await findDomainsWithKeys(db.read, ids);
  return domains.map((domain) => ({
    id: domain.id,
    tenantId: domain.tenantId,
    name: domain.name,
    verified: domain.status === 'verified',
    selector: domain.dkimSelector,
    privateKey: openKey(secrets, domain.sealedKey),
    returnPathDomain: reportsDomain(domain, config),
    linkHost: linkHostFor(domain, config),
  }));
}
