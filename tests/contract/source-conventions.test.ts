import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONGEST } from '../support/longest-first.ts';

const SOURCE = join(import.meta.dirname, '../../server/src');

/** Lines of the server's sources that say a thing where it has no place. */
function linesWith(pattern: RegExp, allowed: RegExp): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !allowed.test(file) && !/\.test(?:-d)?\.ts$/.test(file));
  return files.flatMap((file) =>
    readFileSync(join(SOURCE, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe("the server's sources", () => {
  const ENGINE = /\b(?:sqlite|postgres|better-sqlite3|pg-boss|pgBoss)\b|(?:sqlite|postgres)[A-Z]|[a-z](?:Sqlite|Postgres)[A-Z]?/;
  const THROWN = /throw new ApiError/;

  it('name an engine only in db/, queue/ and where the setting is read', () => {
    expect(linesWith(ENGINE, /^(?:db\/|queue\/|config\.ts$)/)).toEqual([]);
    expect(linesWith(ENGINE, /^$/).length).toBeGreaterThan(10);
  });

  it('speak SQL only in db/, queue/ and stores', () => {
    const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|selectNoFrom|mergeInto)\(|\bsql(?:<[^`]*>)?`/;
    expect(linesWith(SQL, /^(?:db|queue)\/|store\.ts$/)).toEqual([]);
    expect(linesWith(SQL, /^(?:db|queue)\//).length).toBeGreaterThan(20);
  });

  it('throw an ApiError only in the layers that adapt', () => {
    expect(linesWith(THROWN, /^(?:core|http)\//)).toEqual([]);
    expect(linesWith(THROWN, /^$/).length).toBeGreaterThan(5);
  });

  it('read the machine time and randomness only through core/', () => {
    const direct = /Date\.now\(\)|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/;
    expect(linesWith(direct, /^core\/(?:clock|crypto\/random)\.ts$/)).toEqual([]);
    expect(linesWith(direct, /^$/).length).toBeGreaterThan(1);
  });
});

describe('the tests', () => {
  it('that begin a run are there', () => {
    expect(LONGEST.filter((file) => !existsSync(join(SOURCE, '../..', file)))).toEqual([]);
  });
});
