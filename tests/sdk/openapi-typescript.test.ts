import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { startTestServer } from '../support/server.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const DOCUMENT = new URL('../../contract/openapi.json', import.meta.url);

const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [baseUrl = '', key = '', from = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
const body = { from, to: ['delivered@posthorn.test'], subject: 'Hello', text_body: 'Hi', test_mode: true };
const { data, error } = await client.POST('/v1/email', { body });
if (data === undefined) throw new Error(error.error);
const found = await client.GET('/v1/messages/{id}', { params: { path: { id: data.message_id } } });
const status: 'sent' | string = found.data?.status ?? 'missing';
const refused = await client.GET('/v1/messages/{id}', { params: { path: { id: 'msg_1' } } });
console.log(JSON.stringify({ status, refused: refused.error?.error }));
`;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-openapi-'));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  symlinkSync(realpathSync(join(ROOT, 'tests/node_modules/openapi-fetch')), join(folder, 'node_modules/openapi-fetch'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(DOCUMENT)));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a client that openapi-typescript makes of the document', () => {
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--noEmit', '--ignoreConfig'];

  it('compiles strictly', async () => {
    await run(process.execPath, [TSC, ...options, 'program.ts'], { cwd: folder });
    writeFileSync(join(folder, 'wrong.ts'), PROGRAM.replace("subject: 'Hello'", 'subject: 1'));
    await expect(run(process.execPath, [TSC, ...options, 'wrong.ts'], { cwd: folder })).rejects.toMatchObject({
      stdout: expect.stringContaining('TS2322'),
    });
  });

  it.each(engines)('works on $name', async (engine) => {
    const server = await startTestServer(engine);
    const { key, from } = await server.mint();
    const { stdout } = await run(process.execPath, ['program.ts', server.url, key, from], { cwd: folder });
    await server.stop();
    expect(JSON.parse(stdout)).toEqual({ status: 'sent', refused: 'not_found' });
  });
});
