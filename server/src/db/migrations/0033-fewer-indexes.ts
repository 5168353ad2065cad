import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** The feed's index finds all events of a tenant, so that one by id is only for those that figures have not counted yet. */
async function joinEventIndexes({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('events_feed').execute();
  await schema.dropIndex('events_purge').execute();
  await schema.createIndex('events_feed').on('events').columns(['tenant_id', 'place']).unique().execute();
  await schema
    .createIndex('events_uncounted')
    .on('events')
    .columns(['tenant_id', 'id'])
    .where(sql<SqlBool>`counted is null and message_id is not null`)
    .execute();
}

/** All of a recipient is in the key. */
async function keepRecipientsByKey(db: Kysely<unknown>, { key }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('message_recipients').renameTo('message_recipients_before').execute();
  await db.schema
    .createTable('message_recipients')
    .addColumn('tenant_id', key, (c) => c.notNull())
    .addColumn('address_hash', key, (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('message_recipients_pkey', ['tenant_id', 'address_hash', 'position'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into message_recipients (tenant_id, address_hash, position)
    select tenant_id, address_hash, position from message_recipients_before order by tenant_id, address_hash, position`.execute(db);
  await db.schema.dropTable('message_recipients_before').execute();
}

/** Writes less for each mail, where whoever migrates is the only one who writes: elsewhere a new index would hold others up. */
export const fewerIndexes = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    if (types.writers === 'many') return;
    await joinEventIndexes(db);
    await keepRecipientsByKey(db, types);
  },
});
