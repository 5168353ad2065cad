import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** Minimum number of earlier builds kept, and milliseconds for which all are kept: a server that runs one may still request its files. */
const KEPT = 3;
const KEPT_MS = 90 * DAY_MS;
/** A build that started this long ago is no longer running. */
const UNFINISHED_MS = DAY_MS;

interface Built {
  /** Contains a folder for each build, named after its sources. */
  readonly folder: string;
  /** The names, in `root`, of its source files. */
  readonly sources: readonly string[];
  readonly root: string;
  /** Builds into an empty folder. */
  build(into: string): Promise<unknown>;
}

function hashOf({ sources, root }: Built): string {
  const hash = createHash('sha256');
  for (const file of [...new Set(sources)].sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

/** Moves a complete build to its place; another process may have been first. */
function putInPlace(part: string, place: string): void {
  try {
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

function removeEarlier(folder: string, place: string): void {
  const builtAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = readdirSync(folder).filter((name) => /^[0-9a-f]{32}$/.test(name) && join(folder, name) !== place);
  const old = others.sort((a, b) => builtAt(b) - builtAt(a)).slice(KEPT);
  const unfinished = readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.\d+$/.test(name) && builtAt(name) < Date.now() - UNFINISHED_MS);
  for (const name of [...old.filter((name) => builtAt(name) < Date.now() - KEPT_MS), ...unfinished])
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** Returns the folder with the build of the current sources; builds it unless it exists. */
export async function buildOnce(built: Built): Promise<string> {
  const { folder } = built;
  const place = join(folder, hashOf(built));
  if (existsSync(place)) return place;
  const part = `${place}.${process.pid}`;
  // In containers each process may have the id of one that was killed while it built.
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  await built.build(part);
  putInPlace(part, place);
  removeEarlier(folder, place);
  return place;
}
