import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

const BEAT_MS = 1000;
const DEAD_AFTER_MS = 10_000;
const ASK_AGAIN_MS = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

function tryTake(file, owner) {
  try {
    writeFileSync(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns whether a process of this machine no longer exists. */
function isGone(owner) {
  const [host, pid] = owner.split(' ');
  if (host !== hostname() || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Returns what the file says about its holder; empty if it was released meanwhile. */
function ownerOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isLeftOver(file) {
  const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  return Date.now() - touchedAt > DEAD_AFTER_MS || isGone(ownerOf(file));
}

async function take(file, owner) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryTake(file, owner); ) {
    if (isLeftOver(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.error('posthorn: waiting for an installation that is under way');
    told = true;
    await pause();
  }
}

/** Runs the work while no other process does it. A killed holder is ignored. */
export async function withLock(file, work) {
  const owner = `${hostname()} ${process.pid} ${Date.now()}`;
  await take(file, owner);
  const isOurs = () => ownerOf(file) === owner;
  const beat = setInterval(() => isOurs() && utimesSync(file, new Date(), new Date()), BEAT_MS);
  const release = () => {
    clearInterval(beat);
    if (isOurs()) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
