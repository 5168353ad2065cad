// Does what deploy/Dockerfile says without Docker, in Debian made by debootstrap, and uses what comes of it as a container would be:
// without privileges, on a read-only root, with one volume. Needs Linux, root, debootstrap and the registries. `npm run test:image`
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { root } from './packages/workspace.ts';
import { buildImage, type Image } from './test-image/build.ts';
import { makeBase, runIn, startIn } from './test-image/chroot.ts';
import { readDockerfile } from './test-image/dockerfile.ts';

const WORK = join(root, 'dist/image');
const HEALTHY_WITHIN = 120;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' ? address?.port : address);
}

/** As `docker run` does until HEALTHCHECK says that it is well. */
async function start(image: Image): Promise<ChildProcess> {
  const container = startIn(image, [...image.entrypoint, ...image.command]);
  container.stderr?.pipe(process.stderr);
  for (let asked = 0; asked < HEALTHY_WITHIN; asked += 1) {
    if ((await runIn(image, image.healthcheck)).code === 0) return container;
    assert.equal(container.exitCode, null, 'the container ended');
    await pause(500);
  }
  container.kill('SIGKILL');
  throw new Error('the container was never well');
}

async function stop(container: ChildProcess): Promise<void> {
  container.kill('SIGTERM');
  const code = await new Promise((resolve) => container.once('exit', resolve));
  assert.equal(code, 0, 'SIGTERM ends it with 0');
}

async function useImage(image: Image, kept: string): Promise<void> {
  const posthorn = (...args: string[]) => runIn(image, [...image.entrypoint, ...args]);
  assert.notEqual((await runIn(image, image.healthcheck)).code, 0, 'nothing is well before anything runs');
  let container = await start(image);
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${container.pid}/status`, 'utf8'))?.[1];
  assert.equal(uid, image.user?.split(':')[0], 'it runs as the user of the Dockerfile');
  assert.notEqual((await runIn(image, ['touch', '/opt/posthorn/written'])).code, 0, 'its root is read-only');
  const demo = parseEnv(readFileSync(join(kept, 'data/demo.env'), 'utf8')) as Record<string, string>;
  const inside: Image = { ...image, environment: { ...image.environment, ...demo } };
  const send = ['email', 'send', '--to', 'ada@example.net', '--subject', 'From the image', '--text', 'It works.'];
  const sent = await runIn(inside, [...image.entrypoint, ...send]);
  assert.equal(sent.code, 0, sent.said);
  const seen = async () => (await runIn(inside, [...image.entrypoint, 'captured', 'list', '--json'])).said.includes('From the image');
  for (let asked = 0; !(await seen()); asked += 1) assert.ok(asked < HEALTHY_WITHIN, 'the mail was never seen');
  await stop(container);
  container = await start(image);
  assert.ok(await seen(), 'the volume keeps what was sent');
  await stop(container);
  assert.match((await posthorn('--version')).said, /^\d+\.\d+\.\d+\n$/);
  const refused = await runIn({ ...image, environment: { ...image.environment, SECRET_KEY_FILE: '/run/secrets/none' } }, [
    ...image.entrypoint,
    'serve',
  ]);
  assert.equal(refused.code, 2, refused.said);
}

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) {
  console.error('posthorn: test:image needs Linux, root and debootstrap');
  process.exit(2);
}
const base = join(WORK, 'base');
await makeBase(base);
const image = await buildImage(readDockerfile(join(root, 'deploy/Dockerfile')), { base, work: join(WORK, 'stages'), context: root });
const kept = join(WORK, 'volume');
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept);
const [uid = 0, gid = 0] = (image.user ?? '').split(':').map(Number);
chownSync(kept, uid, gid);
const [PORT, WORKER_PORT] = [await freePort(), await freePort()];
const environment = { ...image.environment, HOST: '127.0.0.1', PORT, WORKER_PORT };
await useImage({ ...image, environment, volumes: { [image.volumeAt]: kept } }, kept);
console.log('the image builds, starts, sends, keeps and stops');
