import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { installSdk, type SdkProject } from '../support/processes/sdk-package.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Settings } from './runtimes/program.ts';

/** Commands that run a program beside Node, such as `bun run,deno run -A`; the program and its argument are added. */
const RUNTIMES = [process.execPath, ...(process.env.SDK_RUNTIMES?.split(',') ?? [])];

/** What browsers, workers and edge functions have beside the language. */
const WEB = [
  ...['AbortController', 'AbortSignal', 'Blob', 'File', 'FormData', 'Headers', 'Request', 'Response', 'ReadableStream', 'TransformStream'],
  ...['TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'atob', 'btoa', 'clearTimeout', 'crypto', 'fetch', 'setTimeout'],
] as const;

const SECRET = 'whsec_c2VjcmV0';
const HOOK = '{"type":"delivery"}';

const expected = (baseUrl: string) => ({
  file: 'one,two\n',
  subjects: ['c', 'b', 'a'],
  refused: 'a@elsewhere.example',
  aborted: 'enough',
  late: `the service at ${baseUrl} did not answer in time`,
  verified: ['delivery', true],
});

let project: SdkProject;
let server: TestServer;
beforeAll(async () => {
  project = await installSdk();
  project.write('program.ts', readFileSync(join(import.meta.dirname, 'runtimes/program.ts'), 'utf8'));
  await project.compile('program.ts');
  const main = "import { tryOut } from './program.js';\nconsole.log(JSON.stringify(await tryOut(JSON.parse(process.argv[2]))));\n";
  project.write('main.js', main);
  server = await startTestServer(sqlite);
});
afterAll(async () => {
  project.remove();
  await server.stop();
});

async function settings(): Promise<Settings> {
  const { key, from } = await server.mint();
  const signature = `sha256=${createHmac('sha256', SECRET).update(HOOK).digest('hex')}`;
  return { baseUrl: server.url, apiKey: key, from, hook: { body: HOOK, signature, secret: SECRET } };
}

/** One script for browsers, with all that the program imports. */
async function bundle(): Promise<string> {
  const build = await rolldown({ cwd: project.folder, input: 'program.js', platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'iife', name: 'program' });
  await build.close();
  expect(output.map(({ type }) => type)).toEqual(['chunk']);
  expect(output[0].imports).toEqual([]);
  return output[0].code;
}

describe('the SDK', () => {
  it.each(RUNTIMES)('works in %s', async (runtime) => {
    const { stdout } = await project.run('main.js', { by: runtime, args: [JSON.stringify(await settings())] });
    expect(JSON.parse(stdout)).toEqual(expected(server.url));
  });

  it('works in a bundle for browsers, where there is nothing but the web', async () => {
    const code = await bundle();
    const context = createContext({ ...Object.fromEntries(WEB.map((name) => [name, globalThis[name]])), settings: await settings() });
    expect(runInContext('typeof process + typeof require + typeof Buffer', context)).toBe('undefinedundefinedundefined');
    runInContext(code, context);
    expect(await runInContext('program.tryOut(settings).then(JSON.stringify)', context).then(JSON.parse)).toEqual(expected(server.url));
  });
});
