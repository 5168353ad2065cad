import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import type { SecretBox } from '../core/hash.ts';
import { returnPathDomain } from './dns-records.ts';
import { findSealedKeys } from './sender-store.ts';
import { readFindings } from './store.ts';

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
}

function openKey(secrets: SecretBox, sealed: string): KeyObject | undefined {
  try {
    return createPrivateKey(secrets.open(sealed));
  } catch {
    return undefined;
  }
}

type StoredDomain = Awaited<ReturnType<typeof findSealedKeys>>[number];

/** A name without records makes receivers refuse the mail, and without the listener nobody reads what comes back. */
function reportsDomain({ name, trusted, findings }: StoredDomain, config: Config): string | null {
  if (config.INBOUND_SMTP_PORT === undefined) return null;
  const reachable = config.RETURN_PATH_DOMAIN !== undefined || trusted === 1 || readFindings(findings).return_path === 'verified';
  return reachable ? returnPathDomain(name, config) : null;
}

/** Finds domains by id, of any tenants; a deleted one is absent. */
export async function findSigningDomains({ db, config, secrets }: AppContext, ids: readonly string[]): Promise<SigningDomain[]> {
  const rows = await findSealedKeys(db.read, ids);
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    verified: row.status === 'verified',
    selector: row.dkim_selector,
    privateKey: openKey(secrets, row.dkim_private_key),
    returnPathDomain: reportsDomain(row, config),
  }));
}
