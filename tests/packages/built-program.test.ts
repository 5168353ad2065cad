import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildOnce } from '../../scripts/build-once.ts';
import { findProgram } from '../../scripts/packages/built-program.ts';
import { programDependencies } from '../../scripts/packages/workspace.ts';
import { useFolder } from '../support/folder.ts';

describe('the program as a clone runs it', () => {
  const root = useFolder();

  it('finds its dependencies wherever the clone is moved', async () => {
    const folder = join(dirname(await findProgram()), 'node_modules');
    for (const name of programDependencies()) {
      expect(existsSync(join(folder, name, 'package.json'))).toBe(true);
      expect(isAbsolute(readlinkSync(join(folder, name)))).toBe(false);
    }
  });

  it('has nothing in it of a build that was killed', async () => {
    writeFileSync(join(root, 'source'), 'x');
    const build = async (into: string) => writeFileSync(join(into, 'built'), 'x', { flag: 'wx' });
    const built = { folder: join(root, 'builds'), sources: ['source'], root, build };
    const place = await buildOnce(built);
    renameSync(place, `${place}.${process.pid}`);
    mkdirSync(join(`${place}.${process.pid}`, 'left'));
    expect(await buildOnce(built)).toBe(place);
    expect(readdirSync(place)).toEqual(['built']);
  });

  it('keeps what was built of earlier sources for 90 days, and the newest three for good', async () => {
    const day = 86_400;
    const build = async (into: string) => writeFileSync(join(into, 'built'), 'x');
    const built = { folder: join(root, 'kept'), sources: ['changed'], root, build };
    const buildOf = async (text: string, ageDays: number) => {
      writeFileSync(join(root, 'changed'), text);
      const place = await buildOnce(built);
      const at = Date.now() / 1000 - ageDays * day;
      utimesSync(place, at, at);
      return basename(place);
    };
    const unfinished = `${'0'.repeat(32)}.1`;
    const old = [await buildOf('1', 400), await buildOf('2', 91), await buildOf('3', 80), await buildOf('4', 70), await buildOf('5', 60)];
    mkdirSync(join(built.folder, unfinished));
    utimesSync(join(built.folder, unfinished), 0, 0);

    const last = await buildOf('6', 0);

    expect(readdirSync(built.folder).toSorted()).toEqual([...old.slice(2), last].toSorted());
  });
});
