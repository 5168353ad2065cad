import { sql, type TableMetadata } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPartition } from '../../../../tests/support/database/partitions.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { DAY, useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { insertMany } from '../../db/dialect.ts';
import type { EventRow } from '../../db/schema.ts';
import { createTenantPurge, purgeDeletedTenants } from './purge-deleted-tenants.ts';
import { purgeRules } from './store.ts';

const ROWS = 7;

/** Safe because the rows were made from the table's own columns. */
const asEvents = (rows: Record<string, unknown>[]) => rows as unknown as EventRow[];

/** Tables whose key is the tenant. */
const ONE_A_TENANT: ReadonlySet<string> = new Set(['broadcast_paces', 'stat_cursors']);

describe.each(engines)('what a deleted tenant leaves behind on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let tables: TableMetadata[];
  let unique = 1;
  beforeAll(async () => {
    const all = await tenancy.app.db.write.introspection.getTables();
    const isOwn = ({ name, schema = 'public' }: TableMetadata) =>
      schema === 'public' && !name.startsWith('posthorn_migrations') && !isPartition(name);
    tables = all.filter(isOwn);
  });
  beforeEach(async () => {
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tenancy.app.db.write);
  });

  const hasTenant = ({ columns }: TableMetadata) => columns.some(({ name }) => name === 'tenant_id');
  const isText = (type: string) => /text|varchar/i.test(type);
  const isBytes = (type: string) => /blob|bytea/i.test(type);

  /** Kept by the database itself, from JSON in another column. */
  const isGenerated = (column: string) => column.endsWith('_json');

  /** A row of any table in which nothing repeats; its texts are JSON as well. */
  function rowOf({ columns }: TableMetadata, given: Record<string, unknown>): Record<string, unknown> {
    unique += 1;
    const sample = (type: string) => (isText(type) ? `"text-${unique}"` : isBytes(type) ? Buffer.from('bytes') : unique);
    const written = columns.filter(({ name }) => !isGenerated(name));
    return { ...Object.fromEntries(written.map(({ name, dataType }) => [name, sample(dataType)])), ...given };
  }

  async function insert(name: string, row: Record<string, unknown>): Promise<void> {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(name)} (${columns}) values (${sql.join(Object.values(row))})`.execute(tenancy.app.db.write);
  }

  function tableOf(name: string): TableMetadata {
    const table = tables.find((candidate) => candidate.name === name);
    if (table === undefined) throw new Error(`no table ${name}`);
    return table;
  }

  async function insertBlob(key: string, tenantId: string, chunks: number): Promise<void> {
    await insert('blobs', rowOf(tableOf('blobs'), { tenant_id: tenantId, key }));
    for (let count = 0; count < chunks; count += 1) await insert('blob_chunks', rowOf(tableOf('blob_chunks'), { blob_key: key }));
  }

  /** A tenant with rows in every table that there is. */
  async function furnish(): Promise<string> {
    const tenantId = await tenancy.tenant();
    for (const table of tables.filter((candidate) => hasTenant(candidate) && candidate.name !== 'tenant_meters')) {
      const rows = ONE_A_TENANT.has(table.name) ? 1 : ROWS;
      for (let count = 0; count < rows; count += 1) await insert(table.name, rowOf(table, { tenant_id: tenantId }));
    }
    await insertBlob(`${tenantId}/1`, tenantId, 2);
    await insertBlob(`${tenantId}/2`, tenantId, 3);
    return tenantId;
  }

  /** Rows left of a tenant by table, those without any left out. */
  async function census(tenantId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    const count = async (name: string, column: string, pattern: string) => {
      const query = sql<{ count: number }>`select count(*) as count from ${sql.table(name)} where ${sql.ref(column)} like ${pattern}`;
      const { rows } = await query.execute(tenancy.app.db.write);
      if (Number(rows[0]?.count) > 0) counts[name] = Number(rows[0]?.count);
    };
    for (const { name } of tables.filter(hasTenant)) await count(name, 'tenant_id', tenantId);
    await count('blob_chunks', 'blob_key', `${tenantId}/%`);
    await count('tenants', 'id', tenantId);
    return counts;
  }

  const markDeleted = (id: string) =>
    tenancy.app.db.write.updateTable('tenants').set({ deleted_at: tenancy.clock.now() }).where('id', '=', id).execute();
  const MARKER = { tenants: 1, tenant_meters: 1 };

  it('is known for every table of the database', () => {
    expect(Object.keys(purgeRules).sort()).toEqual(tables.map(({ name }) => name).sort());
    const kept = tables.filter((table) => hasTenant(table) && purgeRules[table.name as keyof typeof purgeRules] === 'kept');
    expect(kept.map(({ name }) => name)).toEqual(['tenant_meters']);
  });

  it('is nothing but a nameless marker, as soon as it is deleted and in every table', async () => {
    const [id, other] = [await furnish(), await furnish()];
    const before = await census(other);
    expect(Object.keys(before).sort()).toEqual([...tables.filter(hasTenant).map(({ name }) => name), 'blob_chunks', 'tenants'].sort());
    await tenancy.operator('tenants.delete', { params: { id } });
    await tenancy.purge.settled();
    expect(await census(id)).toEqual(MARKER);
    const { read } = tenancy.app.db;
    expect(await read.selectFrom('tenants').select(['name', 'overrides']).where('id', '=', id).execute()).toEqual([
      { name: '', overrides: '{}' },
    ]);
    expect(await census(other)).toEqual(before);
  });

  it('loses the marker after a day, and with it what was still under way', async () => {
    const id = await furnish();
    await tenancy.operator('tenants.delete', { params: { id } });
    await tenancy.purge.settled();
    await insert('events', rowOf(tableOf('events'), { tenant_id: id }));
    tenancy.clock.moveTo(tenancy.clock.now() + DAY);
    expect(await purgeDeletedTenants(tenancy.purgeParts, 100)).toBe(1);
    expect(await purgeDeletedTenants(tenancy.purgeParts, 100)).toBe(0);
    expect(await census(id)).toEqual(MARKER);
    tenancy.clock.moveTo(tenancy.clock.now() + 1);
    expect(await purgeDeletedTenants(tenancy.purgeParts, 100)).toBe(1);
    expect(await census(id)).toEqual({});
    expect(await purgeDeletedTenants(tenancy.purgeParts, 100)).toBe(0);
  });

  it('goes in pages of the size asked for', async () => {
    const id = await furnish();
    // Chunks go with their blobs and changes with what changes; neither is counted.
    const sum = async () => {
      const { blob_chunks: _, storage_changes: __, ...counts } = await census(id);
      return Object.values(counts).reduce((total, count) => total + count, 0);
    };
    await markDeleted(id);
    const before = await sum();
    expect(await purgeDeletedTenants(tenancy.purgeParts, 10)).toBe(10);
    expect(await sum()).toBe(before - 10);
    expect(await purgeDeletedTenants(tenancy.purgeParts, 1000)).toBe(before - 12);
    expect(await census(id)).toEqual(MARKER);
  });

  it('goes beyond one page of a table', async () => {
    const id = await tenancy.tenant();
    const { db } = tenancy.app;
    await insertBlob(`${id}/1`, id, 40);
    const template = rowOf(tableOf('events'), { tenant_id: id });
    const rows = Array.from({ length: 1200 }, (_, index) => ({ ...template, id: `evt_${index}`, test_position: null, place: null }));
    await db.transact((trx) => insertMany(trx, 'events', asEvents(rows)));
    await markDeleted(id);
    expect(await purgeDeletedTenants(tenancy.purgeParts, 10_000)).toBe(1201);
    expect(await census(id)).toEqual(MARKER);
  });

  it('goes for several tenants at once and by several processes', async () => {
    const ids = [await furnish(), await furnish(), await furnish()];
    for (const id of ids) await markDeleted(id);
    await Promise.all([1, 2, 3].map(() => purgeDeletedTenants(tenancy.purgeParts, 10_000)));
    for (const id of ids) expect(await census(id)).toEqual(MARKER);
  });

  it('is left to the next run by a purge that was stopped', async () => {
    const id = await furnish();
    const stopped = createTenantPurge(tenancy.purgeParts);
    await stopped.stop();
    await markDeleted(id);
    stopped.kick();
    await stopped.settled();
    expect(Object.keys(await census(id)).length).toBeGreaterThan(5);
  });
});
