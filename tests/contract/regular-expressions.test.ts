import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Patterns that are put together, as they are where the most of them is read. */
const BUILT: Readonly<Record<string, readonly string[]>> = {
  'server/src/blobs/s3-store.ts': ['/<Code>([^<]*)<\\/Code>/'],
  'server/src/core/text/erased.ts': ['/a\\.b@c\\.example/gi'],
  'server/src/http/mount.ts': ['/^\\/v1\\/inbound\\/[^/]+\\/attachments\\/[^/]+$/'],
  'server/src/http/resend-api/read-time.ts': ['/^in\\s+(\\d{1,6}|an?)\\s+(min|minute|h|hour|day)s?$/i'],
  'server/src/people/bearers/bearer.ts': ['/^pt_([\\w-]{1,160})\\.([\\w-]{43})$/'],
  'server/src/tracking/tokens.ts': ['/^([0-9a-z]{26})([0-9a-z]{26})([A-Za-z0-9_-]+)$/'],
  'server/src/unsubscribe/tokens.ts': ['/^([0-9a-z]{26})([0-9a-z]{26})([A-Za-z0-9_-]+)$/'],
};

interface Found {
  readonly pattern: string;
  readonly file: string;
}

/** Every pattern that a file has, and whether it puts any together at run time. */
function patternsIn(file: string): { patterns: Found[]; builds: boolean } {
  const patterns: Found[] = [];
  let builds = false;
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      patterns.push({ file, pattern: `/${pattern}/${flags}` });
    }
    if ('callee' in node && (node.callee as { name?: string }).name === 'RegExp') builds = true;
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' }));
  return { patterns, builds };
}

const files = globSync('{server,contract}/src/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test(?:-d)?\.ts$/.test(file));
const sources = files.map((file) => ({ file, ...patternsIn(file) }));

/** What is wrong with a pattern; undefined where it takes time that grows as its input does. */
async function faultOf(form: string): Promise<string | undefined> {
  const slash = form.lastIndexOf('/');
  const [pattern, flags] = [form.slice(1, slash), form.slice(slash + 1)];
  // Eighty times what the slowest takes: a busy machine judges as an idle one, and a pattern that cannot be judged is named.
  const judged = await check(pattern, flags, { timeout: 120_000, incubationTimeout: null, attackTimeout: null, randomSeed: 1 });
  if (judged.status === 'safe') return undefined;
  return judged.status === 'unknown' ? `cannot be judged: ${judged.error.kind}` : judged.complexity.summary;
}

describe("the server's regular expressions", () => {
  it('put together at run time are those that are shown here', () => {
    expect(
      sources
        .filter(({ builds }) => builds)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(Object.keys(BUILT));
  });

  it('take time that grows as their input does', { timeout: 1_800_000 }, async () => {
    const literals = sources.flatMap(({ patterns }) => patterns);
    const built = Object.entries(BUILT).flatMap(([file, patterns]) => patterns.map((pattern) => ({ file, pattern })));
    const all = new Map([...literals, ...built].map(({ pattern, file }) => [pattern, file]));
    expect(all.size).toBeGreaterThan(100);
    const faults = [];
    for (const [pattern, file] of all) {
      const fault = await faultOf(pattern);
      if (fault !== undefined) faults.push(`${file}: ${pattern}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it('are judged by whoever knows a bad one', async () => {
    expect(await faultOf('/^(?:a+)+$/')).toContain('exponential');
    expect(await faultOf('/\\s+$/')).toContain('polynomial');
    expect(await faultOf('/<body\\b[^>]*>/i')).toContain('polynomial');
  });
});
