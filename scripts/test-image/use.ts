import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import type { Image } from './build.ts';
import { runIn, startIn } from './chroot.ts';

const ASK_AGAIN_MS = 500;
const MOST_ASKS = 240;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let asked = 0; !(await isSo()); asked += 1) {
    assert.ok(asked < MOST_ASKS, `never: ${what}`);
    await pause(ASK_AGAIN_MS);
  }
}

const isHealthy = async (image: Image) => (await runIn(image, image.healthcheck)).code === 0;

/** Runs an action while the image runs, like `docker run`; SIGTERM must end it with 0. */
async function whileItRuns(image: Image, use: (container: ChildProcess) => Promise<void>): Promise<void> {
  const container = startIn(image, [...image.entrypoint, ...image.command]);
  const ended = new Promise<number | null>((resolve) => container.once('exit', resolve));
  container.stderr?.pipe(process.stderr);
  try {
    await until('HEALTHCHECK says that it is well', async () => container.exitCode !== null || (await isHealthy(image)));
    assert.equal(container.exitCode, null, 'it goes on');
    await use(container);
    container.kill('SIGTERM');
    assert.equal(await ended, 0, 'SIGTERM ends it with 0');
  } finally {
    container.kill('SIGKILL');
  }
}

function assertUser({ pid }: ChildProcess, { user = '' }: Image): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  assert.equal(/^Uid:\s+(\d+)/m.exec(status)?.[1], user.split(':')[0], 'it runs as the user of the Dockerfile');
  assert.equal(/^CapEff:\s+(\w+)/m.exec(status)?.[1], '0'.repeat(16), 'it has no privilege');
}

/** Tests an image whose volume is kept in `kept`: a trial that sends a mail, finds it, restarts and stops. Throws if something fails. */
export async function useImage(image: Image, kept: string): Promise<void> {
  const posthorn = (of: Image, ...args: string[]) => runIn(of, [...of.entrypoint, ...args]);
  assert.ok(!(await isHealthy(image)), 'nothing is well before anything runs');
  const file = join(kept, 'data/demo.env');
  const demo = () => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}) as Record<string, string>;
  const inside = () => ({ ...image, environment: { ...image.environment, ...demo() } });
  const isSeen = async () => (await posthorn(inside(), 'captured', 'list', '--json')).output.includes('From the image');

  await whileItRuns(image, async (container) => {
    assertUser(container, image);
    assert.notEqual((await runIn(image, ['touch', '/opt/posthorn/written'])).code, 0, 'its root is read-only');
    await until('the trial is ready', () => demo().POSTHORN_URL !== undefined);
    const mail = ['--to', 'ada@example.net', '--subject', 'From the image', '--text', 'It works.'];
    const sent = await posthorn(inside(), 'email', 'send', ...mail);
    assert.equal(sent.code, 0, sent.output);
    await until('the mail is seen', isSeen);
  });
  await whileItRuns(image, () => until('the volume keeps what was sent', isSeen));

  assert.match((await runIn(image, ['posthorn', '--version'])).output, /^\d+\.\d+\.\d+\n$/);
  const secret = { ...image.environment, SECRET_KEY_FILE: '/run/secrets/none' };
  const refused = await posthorn({ ...image, environment: secret }, 'serve');
  assert.equal(refused.code, 2, refused.output);
}
