import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { useFolder } from '../../support/folder.ts';
import { posthorn } from '../../support/processes/command-line.ts';

const PAGE_BYTES = 4096;

/** Overwrites pages of a file, counted from 1. */
function spoil(file: string, pages: readonly number[]): void {
  const opened = openSync(file, 'r+');
  for (const page of pages) writeSync(opened, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(opened);
}

/** The first page of each table and index of these. */
async function findPages(url: string, table: string): Promise<number[]> {
  const db = await openDatabase(url);
  const { rows } = await sql<{ page: number }>`select rootpage as page from sqlite_schema where tbl_name = ${table}`.execute(db.read);
  await db.close();
  return rows.map(({ page }) => page);
}

describe('a start that meets a damaged file', () => {
  const folder = useFolder();
  const SECRET_KEY = 's'.repeat(40);

  it.each(['posthorn_migrations', 'key_proofs'])('at once ends with one sentence, of %s', async (table) => {
    const database = await sqlite.create();
    spoil(database.url.slice('sqlite:'.length), await findPages(database.url, table));
    expect(await posthorn(['serve'], { environment: { DATABASE_URL: database.url, SECRET_KEY, PORT: '0' } })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'posthorn: DATABASE_URL: the file is damaged: database disk image is malformed; stop the service, and see "A damaged SQLite file" in docs/operations.md\n',
    });
    await database.drop();
  });

  it('says what to do where it is no database any more', async () => {
    const file = join(folder, 'p.db');
    const opened = openSync(file, 'w');
    writeSync(opened, Buffer.alloc(PAGE_BYTES, 0xff));
    closeSync(opened);
    expect(await posthorn(['serve'], { environment: { DATABASE_URL: `sqlite:${file}`, SECRET_KEY, PORT: '0' } })).toEqual({
      code: 2,
      stdout: '',
      stderr: `posthorn: DATABASE_URL: ${file} cannot be opened: file is not a database; where it was one, stop the service, and see "A damaged SQLite file" in docs/operations.md\n`,
    });
  });
});
