import { limits } from '@posthorn/contract';
import type { Kysely, Selectable } from 'kysely';
import { isIn, type Trx } from '../db/dialect.ts';
import type { Schema, TemplateVersionRow } from '../db/schema.ts';
import { VERSION_BYTES } from '../storage/size-store.ts';
import { noteStorage } from '../storage/store.ts';
import type { StoredVersion, VersionSummary } from './template.ts';

const versionColumns = ['id', 'version', 'subject', 'html', 'text', 'created_at'] as const;

const toVersion = ({ created_at, ...row }: Pick<Selectable<TemplateVersionRow>, (typeof versionColumns)[number]>): StoredVersion => ({
  ...row,
  createdAt: created_at,
});

/** Deletes at most `limit` versions of a template that is gone, counts them no more, and returns how many. */
export async function deleteVersions(trx: Trx, templateId: string, limit: number): Promise<number> {
  const page = trx.selectFrom('template_versions').select('id').where('template_id', '=', templateId).limit(limit);
  const deleted = await trx
    .deleteFrom('template_versions')
    .where('id', 'in', page)
    .returning(['tenant_id', VERSION_BYTES.as('bytes')])
    .execute();
  const changes = deleted.map(({ tenant_id: tenantId, bytes }) => ({ tenantId, kind: 'kept' as const, bytes: -bytes }));
  await noteStorage(trx, changes);
  return deleted.length;
}

export interface NextVersion {
  readonly tenantId: string;
  readonly alias: string;
  readonly activate: boolean;
  readonly at: number;
  /** The last number that there is. */
  readonly limit: number;
}

/** Takes the next number, and makes it the active one where asked; undefined where there is no such template or number. */
export async function takeNextVersion(trx: Trx, { tenantId, alias, activate, at, limit }: NextVersion) {
  return trx
    .updateTable('templates')
    .set(({ eb }) => ({
      last_version: eb('last_version', '+', 1),
      updated_at: at,
      ...(activate ? { active_version: eb('last_version', '+', 1) } : {}),
    }))
    .where('tenant_id', '=', tenantId)
    .where('alias', '=', alias)
    .where('last_version', '<', limit)
    .returning(['id', 'last_version as version'])
    .executeTakeFirst();
}

export async function insertVersion(trx: Trx, owner: { tenantId: string; templateId: string }, version: StoredVersion): Promise<void> {
  const { createdAt, ...row } = version;
  await trx
    .insertInto('template_versions')
    .values({ ...row, tenant_id: owner.tenantId, template_id: owner.templateId, created_at: createdAt })
    .execute();
}

/** Makes a version the active one, which deactivates every other. */
export async function updateActiveVersion(trx: Trx, templateId: string, { version, at }: { version: number; at: number }): Promise<void> {
  await trx.updateTable('templates').set({ active_version: version, updated_at: at }).where('id', '=', templateId).execute();
}

/** All versions of a template without their bodies, newest first. */
export async function listVersions(db: Kysely<Schema>, templateId: string): Promise<VersionSummary[]> {
  return (
    db
      .selectFrom('template_versions')
      .select(['id', 'version', 'created_at as createdAt'])
      // A source may be 512 KiB, and a thousand of them would be an answer that nobody can hold.
      .select((eb) => eb.fn<string | null>('substr', ['subject', eb.lit(1), eb.lit(limits.subjectLength)]).as('subject'))
      .where('template_id', '=', templateId)
      .orderBy('version', 'desc')
      .execute()
  );
}

export async function findVersion(db: Kysely<Schema>, templateId: string, version: number): Promise<StoredVersion | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .select(versionColumns)
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? undefined : toVersion(row);
}

/** The active versions of templates by alias; one without any is left out. */
export async function findActiveVersions(
  db: Kysely<Schema>,
  tenantId: string,
  aliases: readonly string[],
): Promise<Map<string, StoredVersion>> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) => join.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.active_version'))
    .select(['t.alias', 'v.id', 'v.version', 'v.subject', 'v.html', 'v.text', 'v.created_at'])
    .where('t.tenant_id', '=', tenantId)
    .where((eb) => isIn(db, eb.ref('t.alias'), aliases))
    .execute();
  return new Map(rows.map(({ alias, ...row }) => [alias, toVersion(row)]));
}
