import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { startTestServer } from '../support/server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const EXAMPLE = 'send-and-follow.ts';

let folder = '';
let installed = '';

/** Compiles as a stranger would: nothing of this repository but what is installed. */
const compile = (file: string, ...options: string[]) =>
  run(process.execPath, [TSC, '--strict', '--module', 'nodenext', '--target', 'es2022', '--noEmit', '--ignoreConfig', ...options, file], {
    cwd: folder,
  });

// The package as it is published, installed in a folder of its own.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-sdk-'));
  installed = join(folder, 'node_modules/@posthorn/sdk');
  mkdirSync(installed, { recursive: true });
  await run(process.execPath, [TSC, '-p', join(ROOT, 'sdk/tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
  const { publishConfig, private: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8'));
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, EXAMPLE), readFileSync(join(ROOT, 'sdk/examples', EXAMPLE)));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the package of the SDK', () => {
  it('has nothing that publint finds fault with', async () => {
    const { messages } = await publint({ pkgDir: installed, level: 'suggestion', pack: false, strict: true });
    expect(messages.filter(({ code }) => code !== 'USE_LICENSE')).toEqual([]);
  });

  it('imports nothing but itself, so that it runs in browsers and at the edge', () => {
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const imports = files.flatMap((file) => [
      ...readFileSync(join(installed, 'dist', file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g),
    ]);
    expect(imports.length).toBeGreaterThan(10);
    expect(imports.map(([, specifier = '']) => specifier).filter((specifier) => !/^\.{1,2}\/[\w/-]+\.js$/.test(specifier))).toEqual([]);
  });

  it('has types that strict programs compile with, library checks included', async () => {
    await compile(EXAMPLE, '--types', 'node', '--skipLibCheck', 'false');
    writeFileSync(join(folder, 'wrong.ts'), "import { Posthorn } from '@posthorn/sdk';\nnew Posthorn({ apiKey: 1, baseUrl: '' });\n");
    await expect(compile('wrong.ts', '--types', 'node')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2322') });
  });

  describe.each(engines)('on $name', (engine) => {
    it('sends a mail that arrives', async () => {
      const sink = await startSmtpSink();
      const server = await startTestServer(engine, { PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '100' });
      const tenant = await server.mint();
      const env = { PATH: process.env.PATH, POSTHORN_URL: server.url, POSTHORN_API_KEY: tenant.key, POSTHORN_FROM: tenant.from };
      const { stdout } = await run(process.execPath, [EXAMPLE, 'ada@example.net'], { cwd: folder, env });
      const [mail] = await sink.waitFor(1);
      await server.stop();
      await sink.close();
      expect(stdout).toMatch(/^msg_\w+ sent\n$/);
      expect(mail?.envelope.to).toEqual(['ada@example.net']);
      expect(mail?.raw.toString()).toMatch(/Subject: Your numbers[\s\S]*filename="?numbers\.csv/);
    });
  });
});
