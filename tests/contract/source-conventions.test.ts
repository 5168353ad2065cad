import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONGEST } from '../support/vitest/longest-first.ts';

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
    expect(linesWith(ENGINE, /^(?:config|db|queue)\//)).toEqual([]);
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

const ROOT = join(SOURCE, '../..');
const isBuilt = (name: string) => /(?:^|\/)(?:node_modules|dist|\.\w+)$/.test(name);

describe('docstrings', () => {
  /** A docstring that begins so says of what something is, and not what it is. */
  const RIDDLE = /^\s*\/\*\*\s*(?:\n\s*\*\s*)?Of\b/gm;

  it('say what a thing is before they say of what', () => {
    const files = globSync('{cli,console,contract,deploy,scripts,sdk,server,tests}/**/*.{js,mjs,ts,tsx}', { cwd: ROOT, exclude: isBuilt });
    const riddles = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(RIDDLE)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
    });
    expect(riddles.map((place) => `${place}: begin with what it is, such as "Most bytes of"`)).toEqual([]);
    expect(files.length).toBeGreaterThan(1000);
  });
});

describe('the folders of sources', () => {
  const MOST = 20;
  /** One list in the order of its numbers, to whose end one looks. */
  const LISTS = ['server/src/db/migrations'];

  /** Files of each folder; a test that lies beside its source is counted with it. */
  function countByFolder(): ReadonlyMap<string, number> {
    const files = globSync('{cli,console,contract,deploy,scripts,sdk,server,tests}/**/*.{css,js,mjs,ts,tsx}', {
      cwd: ROOT,
      exclude: isBuilt,
    });
    const counted = files.filter((file) => file.startsWith('tests/') || !/\.test(?:-d)?\.ts$/.test(file));
    return new Map(Object.entries(Object.groupBy(counted, dirname)).map(([folder, inIt = []]) => [folder, inIt.length]));
  }

  it('have at most twenty files', () => {
    const folders = [...countByFolder()];
    const isLarger = ([folder, count]: [string, number]) => count > MOST && !LISTS.includes(folder);
    const what = 'give it folders that are named after what their files are about, as its neighbours have them';
    expect(folders.filter(isLarger).map(([folder, count]) => `${folder} has ${count} files: ${what}`)).toEqual([]);
    expect(folders.length).toBeGreaterThan(100);
  });

  it('say what is in them', () => {
    const said = [...countByFolder().keys()].filter((folder) => /(?:^|\/)(?:common|helpers?|misc|other|utils?)(?:\/|$)/.test(folder));
    expect(said.map((folder) => `${folder}: call it what its files are about`)).toEqual([]);
  });
});

describe('the tests', () => {
  it('that begin a run are there', () => {
    expect(LONGEST.filter((file) => !existsSync(join(SOURCE, '../..', file)))).toEqual([]);
  });
});
