import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const BUILD = join(import.meta.dirname, '../../../console/build.ts');
const KIB = 1024;
const FIRST_SCRIPT = 200 * KIB;
const FIRST_STYLE = 20 * KIB;
const FURTHER_SCREEN = 60 * KIB;
const EDITOR = 220 * KIB;

/** A file that is built, as Vite's manifest names it. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

describe('the files of the console', () => {
  let folder: string;
  let chunks: ReadonlyMap<string, Chunk>;
  const zipped = new Map<string, number>();

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BUILD]);
    folder = stdout.trim();
    chunks = new Map(Object.entries(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))));
  });

  function sizeOf(file: string): number {
    const known = zipped.get(file) ?? gzipSync(readFileSync(join(folder, file))).length;
    zipped.set(file, known);
    return known;
  }

  /** All scripts that have to be there before a source runs. */
  function scriptsOf(source: string, found = new Set<string>()): ReadonlySet<string> {
    const { file, imports = [] } = chunks.get(source) ?? { file: source };
    if (found.has(file)) return found;
    found.add(file);
    for (const next of imports) scriptsOf(next, found);
    return found;
  }

  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);
  const firstScreen = (words: string) =>
    new Set(['index.html', `src/text/${words}.ts`, 'src/screens/overview/overview.tsx'].flatMap((source) => [...scriptsOf(source)]));
  const beyondFirst = (source: string) => sum(scriptsOf(source).difference(firstScreen('en')));

  it.each(['en', 'de'])('are at most 200 KiB of script and 20 KiB of style for the first screen, zipped, in %s', (words) => {
    const script = sum(firstScreen(words));
    const style = sum([...chunks.values()].flatMap(({ css = [] }) => css));
    expect(script).toBeGreaterThan(50 * KIB);
    expect(script).toBeLessThanOrEqual(FIRST_SCRIPT);
    expect(style).toBeGreaterThan(KIB);
    expect(style).toBeLessThanOrEqual(FIRST_STYLE);
  });

  it('are at most 60 KiB of script more for any other screen, and 220 KiB for the editor', () => {
    const screens = [...chunks].filter(([source, { isDynamicEntry }]) => isDynamicEntry && source.startsWith('src/screens/'));
    expect(screens.length).toBeGreaterThan(30);
    expect(screens.filter(([source]) => beyondFirst(source) > FURTHER_SCREEN)).toEqual([]);
    const editor = beyondFirst('src/code/code-mirror.ts');
    expect(editor).toBeGreaterThan(FURTHER_SCREEN);
    expect(editor).toBeLessThanOrEqual(EDITOR);
  });

  it('are all there that the page names, each with a hash in its name', () => {
    const named = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)];
    expect(named.length).toBeGreaterThan(2);
    for (const [, file = ''] of named) {
      expect(existsSync(join(folder, file))).toBe(true);
      expect(file).toMatch(/-[\w-]{8}\.\w+$/);
    }
  });
});
