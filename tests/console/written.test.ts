import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { writing } from './support/write-coverage.ts';
import { SHOWN } from './written.ts';

const read = (pattern: string): string =>
  globSync(join(import.meta.dirname, pattern))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

const source = read('../../console/src/**/*.{ts,tsx}');
const byKey: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([verb, { method, path }]) => [`${resource}.${verb}`, `${method} ${path}`] as const),
  ),
);

/** What the SDK has that is not one operation. */
const BESIDES = ['events.follow', 'domains.iterate'];

describe('what the console writes', () => {
  it('is called by its name, which the SDK and the contract share', () => {
    expect(source.match(/posthorn\.\w+\[|posthorn\[|(?:call|admin)\([^'\s),]/g) ?? []).toEqual([]);
    const called = [...source.matchAll(/posthorn\.(\w+\.\w+)\(/g)].map(([, name = '']) => name);
    expect(called.filter((name) => !byKey.has(name) && !BESIDES.includes(name))).toEqual([]);
  });

  it('is shown by a test, each operation of it', () => {
    const bySdk = [...source.matchAll(/posthorn\.(\w+\.\w+)\(/g)].map(([, name = '']) => byKey.get(name) ?? '');
    const byTable = [...source.matchAll(/'((?:POST|PUT|PATCH|DELETE) \/(?:account|admin)\/[^']+)'/g)].map(([, name = '']) => name);
    const named = new Set([...bySdk, ...byTable].filter((name) => writing.has(name)));
    const shown: readonly string[] = Object.values(SHOWN).flat();
    expect(named.size).toBeGreaterThan(50);
    expect(shown.toSorted()).toEqual([...named].sort());
  });

  it('is looked for by the tests that are to show it', () => {
    const tests = read('**/*.test.ts');
    expect(Object.keys(SHOWN).filter((suite) => !tests.includes(`itHasWritten('${suite}'`))).toEqual([]);
  });
});
