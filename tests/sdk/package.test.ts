import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf, installSdk, type SdkProject } from '../support/processes/sdk-package.ts';

/** A program for browsers, which knows nothing of Node. */
const PAGE = `
import { Posthorn, verifyWebhook, type WebhookEvent } from '@posthorn/sdk';
const posthorn = new Posthorn({ apiKey: 'key', baseUrl: location.origin });
export const bytes: ReadableStream<Uint8Array> | null = (await posthorn.contacts.downloadExport('exp_1')).body;
export const event: WebhookEvent = await verifyWebhook('', new Headers(), 'whsec_');
export const type: string = event.type === 'bounce' ? event.recipients.join() : event.type;
`;

/** A program of a CommonJS project. */
const COMMON = `
import { Posthorn, type SendResult } from '@posthorn/sdk';
const send = (posthorn: Posthorn): Promise<SendResult> => posthorn.email.send({ from: 'a@b.c', to: ['d@e.f'], subject: 's' });
console.log(typeof Posthorn, typeof send);
`;

/** TypeScript 5, whose programs look for types as Node 10 did unless their configuration says otherwise; later versions do not. */
const TSC_5 = createRequire(createRequire(import.meta.url).resolve('openapi-typescript')).resolve('typescript/lib/tsc.js');

let project: SdkProject;
beforeAll(async () => {
  project = await installSdk();
});
afterAll(() => project.remove());

describe('the package of the SDK', () => {
  it('has nothing that publint finds fault with', async () => {
    const { messages } = await publint({ pkgDir: project.installed, level: 'suggestion', pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it('imports nothing but itself, so that it runs in browsers and at the edge', () => {
    const dist = join(project.installed, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const imports = files.flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)]);
    expect(imports.length).toBeGreaterThan(10);
    expect(imports.map(([, specifier = '']) => specifier).filter((specifier) => !/^\.{1,2}\/[\w/-]+\.js$/.test(specifier))).toEqual([]);
  });

  it('depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it('has types that strict programs compile with, library checks included', async () => {
    project.write('example.ts', exampleOf('send-and-follow.ts'));
    await project.compile('example.ts');
    await project.compile('example.ts', '--lib', 'es2022', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess');
    project.write('page.ts', PAGE);
    await project.compile('page.ts', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', '');
    project.write('wrong.ts', "import { Posthorn } from '@posthorn/sdk';\nnew Posthorn({ apiKey: 1, baseUrl: '' });\n");
    await expect(project.compile('wrong.ts')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2322') });
  });

  it('is found by CommonJS programs that do not read exports', async () => {
    project.write('common.cts', COMMON);
    const args = ['--strict', '--target', 'es2022', '--module', 'commonjs', '--moduleResolution', 'node10', 'common.cts'];
    await project.run(TSC_5, { args });
    expect(await project.run('common.cjs', { args: [] })).toMatchObject({ stdout: 'function function\n' });
  });
});
