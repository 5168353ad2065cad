import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

async function take(file, owner) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryTake(file, owner); ) {
    const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - touchedAt > DEAD_AFTER_MS) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.error('posthorn: waiting for an installation that is under way');
    told = true;
    await pause();
  }
}

/** Does the work while no other process does it. A holder that was killed stops touching the file and is passed over. */
export async function withLock(file, work) {
  const owner = `${process.pid} ${Date.now()}`;
  await take(file, owner);
  const isOurs = () => existsSync(file) && readFileSync(file, 'utf8') === owner;
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
