import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Lifetimes: of blobs, by a time or by the bodies that use them, and of bodies. */
export const attachments = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.alterTable('blobs').addColumn('content_type', 'text').execute();
    await schema.alterTable('blobs').addColumn('expires_at', 'bigint').execute();
    await schema
      .alterTable('blobs')
      .addColumn('uses', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex('blobs_expiry')
      .on('blobs')
      .columns(['expires_at', 'key'])
      .where(sql.ref('expires_at'), 'is not', sql.lit(null))
      .execute();

    await schema.alterTable('message_bodies').addColumn('message_id', key).execute();
    await schema.alterTable('message_bodies').addColumn('ages_from', 'bigint').execute();
    await sql`update message_bodies set message_id = messages.id, ages_from = messages.created_at
      from messages where messages.body_id = message_bodies.id`.execute(db);
    await schema
      .createIndex('message_bodies_age')
      .on('message_bodies')
      .columns(['ages_from', 'id'])
      .where(sql.ref('ages_from'), 'is not', sql.lit(null))
      .execute();
  },
});
