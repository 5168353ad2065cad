import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '../../support/folder.ts';
import { posthorn } from '../../support/processes/command-line.ts';

const folder = useFolder();

it('posthorn rekey makes no database where there is none, and does not say that it was sealed anew', async () => {
  const database = join(folder, 'none.db');
  const environment = { DATABASE_URL: `sqlite:${database}`, SECRET_KEY: 'k'.repeat(32), SECRET_KEY_PREVIOUS: 'p'.repeat(32) };
  expect(await posthorn(['rekey'], { environment })).toEqual({
    code: 2,
    stdout: '',
    stderr: `posthorn: DATABASE_URL: there is no ${database}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
