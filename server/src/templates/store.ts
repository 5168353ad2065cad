import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../db/dialect.ts';
import type { Schema, TemplateRow } from '../db/schema.ts';
import type { TemplateShell } from './template.ts';

/** Replaces the tenant id of a template that is being deleted, and belongs to nobody any more. */
const NOBODY = '';

const shellColumns = ['id', 'alias', 'name', 'active_version', 'created_at', 'updated_at'] as const;
const toShell = (row: Pick<Selectable<TemplateRow>, (typeof shellColumns)[number]>): TemplateShell => ({
  id: row.id,
  alias: row.alias,
  name: row.name,
  activeVersion: row.active_version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** All templates of a tenant, newest first. */
export async function listTemplates(db: Kysely<Schema>, tenantId: string): Promise<TemplateShell[]> {
  const rows = await db
    .selectFrom('templates')
    .select(shellColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toShell);
}

export async function countTemplates(trx: Trx, tenantId: string): Promise<number> {
  const all = trx.selectFrom('templates').where('tenant_id', '=', tenantId);
  return Number((await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
}

export async function findTemplate(db: Kysely<Schema>, tenantId: string, alias: string): Promise<TemplateShell | undefined> {
  const row = await db
    .selectFrom('templates')
    .select(shellColumns)
    .where('tenant_id', '=', tenantId)
    .where('alias', '=', alias)
    .executeTakeFirst();
  return row === undefined ? undefined : toShell(row);
}

export async function insertTemplate(trx: Trx, tenantId: string, shell: TemplateShell): Promise<void> {
  await trx
    .insertInto('templates')
    .values({
      id: shell.id,
      tenant_id: tenantId,
      alias: shell.alias,
      name: shell.name,
      active_version: shell.activeVersion,
      last_version: 0,
      created_at: shell.createdAt,
      updated_at: shell.updatedAt,
    })
    .execute();
}

/**
 * Detaches a template from its tenant and frees its alias: it disappears for the tenant at once, however many versions are still to be
 * deleted. Returns its id.
 */
export async function disownTemplate(trx: Trx, tenantId: string, alias: string): Promise<string | undefined> {
  const disowned = await trx
    .updateTable('templates')
    .set({ tenant_id: NOBODY, alias: sql.ref('id') })
    .where('tenant_id', '=', tenantId)
    .where('alias', '=', alias)
    .returning('id')
    .executeTakeFirst();
  return disowned?.id;
}

/** Returns templates whose deletion broke off before all versions were removed. */
export async function listDisowned(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('templates').select('id').where('tenant_id', '=', NOBODY).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteDisowned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('templates').where('id', '=', id).where('tenant_id', '=', NOBODY).execute();
}
