import type { Kysely } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { DomainRow, Schema } from '../db/schema.ts';
import type { DomainSettings, DomainState, DomainStatus, Findings, SendingDomain } from './domain.ts';

export type StoredDomain = Omit<DomainRow, 'dkim_private_key'>;

export const columns = [
  'id',
  'tenant_id',
  'name',
  'status',
  'trusted',
  'dkim_selector',
  'dkim_public_key',
  'default_from_local_part',
  'open_tracking',
  'click_tracking',
  'inbound',
  'findings',
  'failed_checks',
  'next_check_at',
  'created_at',
  'verified_at',
] as const;

/** Safe because only `toStateRow` writes them. */
export const readStatus = (stored: string) => stored as DomainStatus;
export const readFindings = (stored: string) => JSON.parse(stored) as Findings;

export function fromRow(row: StoredDomain): SendingDomain {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    status: readStatus(row.status),
    trusted: row.trusted === 1,
    dkimSelector: row.dkim_selector,
    dkimPublicKey: row.dkim_public_key,
    defaultFromLocalPart: row.default_from_local_part,
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    inbound: row.inbound === 1,
    findings: readFindings(row.findings),
    failedChecks: row.failed_checks,
    nextCheckAt: row.next_check_at,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
  };
}

const toSettingsRow = (settings: DomainSettings) => ({
  default_from_local_part: settings.defaultFromLocalPart,
  open_tracking: toFlag(settings.openTracking),
  click_tracking: toFlag(settings.clickTracking),
  inbound: toFlag(settings.inbound),
});

export const toStateRow = (state: DomainState) => ({
  status: state.status,
  findings: JSON.stringify(state.findings),
  failed_checks: state.failedChecks,
  next_check_at: state.nextCheckAt,
  verified_at: state.verifiedAt,
});

export async function countDomains(db: Kysely<Schema>, tenantId: string): Promise<number> {
  const query = db.selectFrom('domains').where('tenant_id', '=', tenantId);
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

export async function insertDomain(trx: Trx, domain: SendingDomain, sealedPrivateKey: string): Promise<void> {
  await trx
    .insertInto('domains')
    .values({
      id: domain.id,
      tenant_id: domain.tenantId,
      name: domain.name,
      trusted: toFlag(domain.trusted),
      dkim_selector: domain.dkimSelector,
      dkim_private_key: sealedPrivateKey,
      dkim_public_key: domain.dkimPublicKey,
      created_at: domain.createdAt,
      ...toSettingsRow(domain),
      ...toStateRow(domain),
    })
    .execute();
}

export interface DomainPage extends KeysetRequest {
  readonly status?: DomainStatus | undefined;
}

/** Returns domains of a tenant, newest first, one more than the page. */
export async function listDomains(db: Kysely<Schema>, tenantId: string, { status, ...page }: DomainPage): Promise<SendingDomain[]> {
  const all = db.selectFrom('domains').select(columns).where('tenant_id', '=', tenantId);
  const query = status === undefined ? all : all.where('status', '=', status);
  const rows = await query.$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function findDomain(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<SendingDomain | undefined> {
  const row = await db.selectFrom('domains').select(columns).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Whether a key of the tenant may be held to this domain. */
export async function isVerifiedDomain(db: Kysely<Schema>, tenantId: string, id: string): Promise<boolean> {
  const domain = await findDomain(db, { tenantId, id });
  return domain?.status === 'verified';
}

export async function updateSettings(trx: Trx, { id, tenantId, findings, ...settings }: SendingDomain): Promise<void> {
  await trx
    .updateTable('domains')
    .set({ ...toSettingsRow(settings), findings: JSON.stringify(findings) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function updateState(trx: Trx, { id, tenantId }: ObjectRef, state: DomainState): Promise<void> {
  await trx.updateTable('domains').set(toStateRow(state)).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** A name that a tenant may have added. */
export interface OwnName {
  readonly tenantId: string;
  readonly name: string;
}

/** Returns a tenant's domain of a name, unless the operator has vouched for it. */
export async function findUntrusted(db: Kysely<Schema>, { tenantId, name }: OwnName): Promise<SendingDomain | undefined> {
  const own = db.selectFrom('domains').select(columns).where('tenant_id', '=', tenantId).where('name', '=', name);
  const row = await own.where('trusted', '=', 0).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function markTrusted(trx: Trx, { id, tenantId, ...state }: SendingDomain): Promise<void> {
  const row = { ...toStateRow(state), trusted: 1 as const };
  await trx.updateTable('domains').set(row).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

export async function deleteDomainRow(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const deleted = await trx.deleteFrom('domains').where('tenant_id', '=', tenantId).where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** Removes all domains of a tenant. */
export async function deleteDomainRows(trx: Trx, tenantId: string): Promise<void> {
  await trx.deleteFrom('domains').where('tenant_id', '=', tenantId).execute();
}
