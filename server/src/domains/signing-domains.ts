import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../core/hash.ts';
import type { Platform } from '../platform.ts';
import { returnPathDomain } from './dns-records.ts';
import { findSealedKeys } from './store.ts';

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
  /** Domain of the envelope sender. */
  readonly returnPathDomain: string;
}

function openKey(secrets: SecretBox, sealed: string): KeyObject | undefined {
  try {
    return createPrivateKey(secrets.open(sealed));
  } catch {
    return undefined;
  }
}

/** Finds domains by id, of any tenants; a deleted one is absent. */
export async function findSigningDomains({ db, config, secrets }: Platform, ids: readonly string[]): Promise<SigningDomain[]> {
  const rows = await findSealedKeys(db.read, db.dialect, ids);
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    verified: row.status === 'verified',
    selector: row.dkim_selector,
    privateKey: openKey(secrets, row.dkim_private_key),
    returnPathDomain: returnPathDomain(row.name, config),
  }));
}
