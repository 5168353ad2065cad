import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
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
});
