import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../open.ts';
import type { Schema } from '../schema.ts';
import { withoutSync } from './without-sync.ts';

const [NORMAL, FULL] = [1, 2];

async function synchronousOf(connection: Kysely<Schema>) {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(connection);
  return rows[0]?.synchronous;
}

async function openWriter() {
  const db = await openDatabase('sqlite::memory:');
  onTestFinished(db.close);
  return db.write;
}

it('spares a commit the disk, and no other one', async () => {
  const write = await openWriter();
  for (const _ of [1, 2]) {
    expect(await withoutSync(write, synchronousOf)).toBe(NORMAL);
    expect(await synchronousOf(write)).toBe(FULL);
  }
});

it('ends where what it runs fails', async () => {
  const write = await openWriter();
  await expect(withoutSync(write, (connection) => sql`select 1 from missing`.execute(connection))).rejects.toThrow('no such table');
  expect(await synchronousOf(write)).toBe(FULL);
});

it('lets a transaction that was begun before end first', async () => {
  const write = await openWriter();
  const order: string[] = [];
  const transaction = write.transaction().execute(async (trx) => {
    order.push(`in the transaction ${await synchronousOf(trx)}`);
  });
  const after = withoutSync(write, async (connection) => order.push(`after it ${await synchronousOf(connection)}`));
  await Promise.all([transaction, after]);
  expect(order).toEqual([`in the transaction ${FULL}`, `after it ${NORMAL}`]);
});
