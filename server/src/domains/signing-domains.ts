import { createPrivateKey, type KeyObject } from 'node:crypto';
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
  readonly privateKey: KeyObject;
  /** Domain of the envelope sender. */
  readonly returnPathDomain: string;
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
    privateKey: createPrivateKey(secrets.open(row.dkim_private_key)),
    returnPathDomain: returnPathDomain(row.name, config),
  }));
}
