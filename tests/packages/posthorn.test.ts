import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import Database from 'better-sqlite3';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/packages/workspace.ts';
import { postgres } from '../support/engines.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';
import { eventually } from '../support/wait.ts';
import { type Installed, installPosthorn } from './installed.ts';

const run = promisify(execFile);

let installed: Installed;
beforeAll(async () => {
  installed = await installPosthorn();
});
afterAll(() => installed.remove());

const inside = (path: string) => join(installed.folder, 'node_modules/posthorn', path);
const found = (pattern: string, cwd: string) => globSync(pattern, { cwd }).sort();

/** The subject of the first mail that the capture provider has taken. */
async function findCaptured(url: string, token: string): Promise<string | undefined> {
  const { body } = await caller(url, token)('GET', '/admin/captured');
  return body.data[0]?.subject;
}

describe('the package posthorn', () => {
  it('has every module in a few files, whose maps name the sources', () => {
    const mapped = found('*.js.map', inside('dist')).flatMap((map) => JSON.parse(readFileSync(inside(`dist/${map}`), 'utf8')).sources);
    expect(mapped.filter((source: string) => !existsSync(join(root, source)))).toEqual([]);
    expect(mapped.length).toBeGreaterThan(700);
    expect(found('**/*.{js,ts}', inside('dist')).filter((name) => !/^server\/(?:src\/pages|console)\//.test(name)).length).toBeLessThan(40);
  });

  it('has what it reads as it is', () => {
    for (const [folder, built, most] of [
      ['server/src/pages', /\.(?:json|ts)$/, 10],
      ['server/src/templates/gallery', /\.ts$/, 40],
    ] as const) {
      const packed = found('**/*.*', inside(join('dist', folder)));
      expect(packed).toEqual(found('**/*.*', join(root, folder)).filter((name) => !built.test(name)));
      expect(packed.length).toBeGreaterThan(most);
    }
    expect(readFileSync(inside('dist/contract/openapi.json'), 'utf8')).toBe(readFileSync(join(root, 'contract/openapi.json'), 'utf8'));
  });

  it('says to an older Node what it needs, by what imports nothing', async () => {
    expect(readFileSync(inside('dist/main.js'), 'utf8')).not.toMatch(/^(?:import|export .* from) /m);
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });";
    const child = spawn(installed.node, ['--import', `data:text/javascript,${encodeURIComponent(older)}`, installed.program, '--version']);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, said]).toEqual([2, 'posthorn: needs Node 22.19 or newer, and this is 20.19.0\n']);
  });

  it('has threads that start', async () => {
    const threads = found('*-worker.js', inside('dist'));
    expect(threads).toHaveLength(found('**/*-worker.ts', join(root, 'server/src')).length);
    const file = join(installed.folder, 'empty.db');
    new Database(file).close();
    const begin = `import { Worker } from 'node:worker_threads';
      for (const thread of ${JSON.stringify(threads.map((thread) => inside(`dist/${thread}`)))}) {
        const worker = new Worker(thread, { workerData: { file: ${JSON.stringify(file)}, scanMs: 1000 }, env: {}, execArgv: [] });
        const first = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
        await worker.terminate();
        console.log(first.kind);
      }`;
    const { stdout } = await run(installed.node, ['--input-type=module', '--eval', begin]);
    expect(stdout.trim().split('\n')).toEqual(threads.map(() => 'idle'));
  });

  it('has processes that start', async () => {
    const reading = pathToFileURL(inside('dist/read-worker.js')).href;
    const child = fork(inside('dist/process-main.js'), [reading], {
      execPath: installed.node,
      env: {},
      execArgv: [],
      serialization: 'advanced',
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    child.disconnect();
    expect(first).toMatchObject({ kind: 'idle' });
  });

  it('serves for a trial without any settings: a mail is sent, seen, and the server stops', async () => {
    const cwd = join(installed.folder, 'trial');
    mkdirSync(cwd);
    const unset = { OPERATOR_TOKEN: '', SECRET_KEY: '' };
    const server = await spawnServer(unset, { node: installed.node, command: [installed.program, 'serve'], cwd });
    const readDemo = () => (existsSync(join(cwd, 'data/demo.env')) ? parseEnv(readFileSync(join(cwd, 'data/demo.env'), 'utf8')) : {});
    const demoAt = (url: string) => eventually(async () => (readDemo().POSTHORN_URL === url ? readDemo() : undefined));
    const demo = await demoAt(server.url);
    await installed.run(['email', 'send', '--to', 'ada@example.net', '--subject', 'Packed', '--html', '<p>It works.</p>'], demo, cwd);
    expect(await eventually(() => findCaptured(server.url, demo.OPERATOR_TOKEN ?? ''))).toBe('Packed');
    for (const path of ['/mailbox', '/mailbox/main.js', '/docs', '/docs/scalar/standalone.esm.js', '/openapi.json'])
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    expect(await server.end('SIGTERM')).toBe(0);

    const again = await spawnServer(unset, { node: installed.node, command: [installed.program, 'serve'], cwd });
    expect(await demoAt(again.url)).toEqual({ ...demo, POSTHORN_URL: again.url });
    expect(await findCaptured(again.url, demo.OPERATOR_TOKEN ?? '')).toBe('Packed');
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('serves others on PostgreSQL, with a worker beside it', async () => {
    const database = await postgres.createEmpty();
    const settings = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) };
    expect(await installed.run(['migrate'], settings)).toContain('Ran 0001-foundation.');
    const { program, node, folder: cwd } = installed;
    const [api, worker] = await Promise.all([
      spawnServer({ ...settings, ROLE: 'api' }, { node, command: [program, 'serve'], cwd }),
      spawnServer(settings, { node, command: [program, 'worker'], cwd }),
    ]);
    const tenant = await mintTenant(api.url, caller(api.url, OPERATOR_TOKEN));
    const variables = { POSTHORN_URL: api.url, POSTHORN_API_KEY: tenant.key };
    const mail = ['--from', tenant.from, '--to', 'ada@example.net', '--subject', 'Packed', '--text', 'It works.'];
    await installed.run(['email', 'send', ...mail], variables);
    expect(await eventually(() => findCaptured(api.url, OPERATOR_TOKEN))).toBe('Packed');
    expect(await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')])).toEqual([0, 0]);
    await database.drop();
  });

  it.runIf(process.platform === 'linux')('starts itself anew, so that glibc gives memory back', async () => {
    const cwd = join(installed.folder, 'memory');
    mkdirSync(cwd);
    const unset = { MALLOC_ARENA_MAX: undefined, MALLOC_MMAP_THRESHOLD_: undefined, MALLOC_TRIM_THRESHOLD_: undefined };
    const server = await spawnServer(unset, { node: installed.node, command: [installed.program, 'serve'], cwd });
    const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(environment).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072']));
  });
});

describe('every package', () => {
  it('has nothing that publint finds fault with, and says where it comes from', async () => {
    for (const { name, folder } of installed.packages) {
      const { messages } = await publint({ pkgDir: folder, level: 'suggestion', pack: false, strict: true });
      expect([name, messages]).toEqual([name, []]);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({
        name,
        license: 'MIT',
        repository: { type: 'git' },
        publishConfig: { access: 'public', provenance: true },
      });
      for (const field of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field);
      for (const file of ['README.md', 'LICENSE']) expect(readFileSync(join(folder, file), 'utf8')).not.toBe('');
    }
  });
});
