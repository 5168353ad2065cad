import { type Kysely, type Selectable, sql } from 'kysely';
import { isIn, type Trx, valuesTable } from '../db/dialect.ts';
import { fromValues } from '../db/from-values.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { DomainRow, Flag, Schema } from '../db/schema.ts';
import type { DomainSettings, DomainState, DomainStatus, Findings, SendingDomain } from './domain.ts';

type StoredDomain = Omit<Selectable<DomainRow>, 'dkim_private_key'>;

const columns = [
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

const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Safe because only `toStateRow` writes them. */
const readStatus = (stored: string) => stored as DomainStatus;
export const readFindings = (stored: string) => JSON.parse(stored) as Findings;

function fromRow(row: StoredDomain): SendingDomain {
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
  open_tracking: flag(settings.openTracking),
  click_tracking: flag(settings.clickTracking),
  inbound: flag(settings.inbound),
});

const toStateRow = (state: DomainState) => ({
  status: state.status,
  findings: JSON.stringify(state.findings),
  failed_checks: state.failedChecks,
  next_check_at: state.nextCheckAt,
  verified_at: state.verifiedAt,
});

export async function insertDomain(trx: Trx, domain: SendingDomain, sealedPrivateKey: string): Promise<void> {
  await trx
    .insertInto('domains')
    .values({
      id: domain.id,
      tenant_id: domain.tenantId,
      name: domain.name,
      trusted: flag(domain.trusted),
      dkim_selector: domain.dkimSelector,
      dkim_private_key: sealedPrivateKey,
      dkim_public_key: domain.dkimPublicKey,
      created_at: domain.createdAt,
      ...toSettingsRow(domain),
      ...toStateRow(domain),
    })
    .execute();
}

export async function listDomains(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<SendingDomain[]> {
  const rows = await db.selectFrom('domains').select(columns).where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function findDomain(db: Kysely<Schema>, tenantId: string, id: string): Promise<SendingDomain | undefined> {
  const row = await db.selectFrom('domains').select(columns).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Whether the tenant has the name already, or another one has it verified. */
export async function isNameTaken(db: Kysely<Schema>, tenantId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where(({ eb, or, and }) =>
      // The name in each arm, so that each has an index of its own.
      or([
        and([eb('name', '=', name), eb('tenant_id', '=', tenantId)]),
        and([eb('name', '=', name), eb('status', '=', sql.lit('verified'))]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function isVerifiedElsewhere(db: Kysely<Schema>, { id, name }: { id: string; name: string }): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .where('status', '=', sql.lit('verified'))
    .where('id', '!=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tenant that has a name verified. */
export async function findVerifiedOwner(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('tenant_id')
    .where('name', '=', name)
    .where('status', '=', sql.lit('verified'))
    .executeTakeFirst();
  return row?.tenant_id;
}

/** Tenants by the names that they take mail for: verified, with inbound on. A suspended tenant's mail is taken too. */
export async function findInboundOwners(db: Kysely<Schema>, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('domains')
    .innerJoin('tenants', 'tenants.id', 'domains.tenant_id')
    .select(['domains.name', 'domains.tenant_id'])
    .where((eb) => isIn(db, eb.ref('domains.name'), names))
    .where('domains.status', '=', sql.lit('verified'))
    .where('domains.inbound', '=', 1)
    .where('tenants.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ name, tenant_id }) => [name, tenant_id]));
}

/** Whether a key of the tenant may be held to this domain. */
export async function isVerifiedDomain(db: Kysely<Schema>, tenantId: string, id: string): Promise<boolean> {
  const domain = await findDomain(db, tenantId, id);
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

export async function updateState(trx: Trx, { id, tenantId }: { id: string; tenantId: string }, state: DomainState): Promise<void> {
  await trx.updateTable('domains').set(toStateRow(state)).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

export async function deleteDomainRow(trx: Trx, tenantId: string, id: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('domains').where('tenant_id', '=', tenantId).where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** Domains whose daily check is due, the longest overdue first. */
export async function findDueDomains(db: Kysely<Schema>, now: number, limit: number): Promise<SendingDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(columns)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

const checkColumns = {
  id: 'text',
  due_at: 'bigint',
  status: 'text',
  findings: 'text',
  failed_checks: 'bigint',
  next_check_at: 'bigint',
} as const;

/** Writes the outcome of daily checks, but for domains that something else has checked, changed or deleted meanwhile. */
export async function updateChecked(trx: Trx, checked: readonly { domain: SendingDomain; state: DomainState }[]): Promise<void> {
  const rows = checked.map(({ domain, state }) => {
    const { verified_at: _, ...row } = toStateRow(state);
    return { id: domain.id, due_at: domain.nextCheckAt, ...row };
  });
  await trx
    .updateTable('domains')
    .from(valuesTable(trx, checkColumns, rows))
    .set(fromValues('status', 'findings', 'failed_checks', 'next_check_at'))
    .whereRef('domains.id', '=', 'v.id')
    .whereRef('domains.next_check_at', '=', 'v.due_at')
    .execute();
}
