import type { Kysely } from 'kysely';
import { isIn } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { SendingDomain } from '../domain.ts';
import { readFindings, readStatus } from '../store.ts';

export interface DomainWithKey
  extends Pick<
    SendingDomain,
    'id' | 'tenantId' | 'name' | 'status' | 'trusted' | 'findings' | 'openTracking' | 'clickTracking' | 'dkimSelector'
  > {
  /** PKCS #8 PEM, sealed. */
  readonly sealedKey: string;
}

/** Returns domains of any tenants with their sealed private keys. */
export async function findDomainsWithKeys(db: Kysely<Schema>, ids: readonly string[]): Promise<DomainWithKey[]> {
  const rows = await db
    .selectFrom('domains')
    .select([
      'id',
      'name',
      'tenant_id',
      'status',
      'trusted',
      'findings',
      'open_tracking',
      'click_tracking',
      'dkim_selector',
      'dkim_private_key',
    ])
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    status: readStatus(row.status),
    trusted: row.trusted === 1,
    findings: readFindings(row.findings),
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    dkimSelector: row.dkim_selector,
    sealedKey: row.dkim_private_key,
  }));
}
