// Builds deploy/Dockerfile without Docker, in Debian made by debootstrap, and uses the result as a container would: without privileges,
// on a read-only root, with one volume. Needs Linux, root, debootstrap and the registries. `npm run test:image`
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './packages/workspace.ts';
import { buildImage } from './test-image/build.ts';
import { makeBase } from './test-image/chroot.ts';
import { readDockerfile } from './test-image/dockerfile.ts';
import { useImage } from './test-image/use.ts';

const WORK = join(root, 'dist/image');

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' ? address?.port : address);
}

/** Creates an empty folder that belongs to the user of the image. */
function makeVolume(user: string): string {
  const kept = join(WORK, 'volume');
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  chownSync(kept, uid, gid);
  return kept;
}

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) {
  console.error('posthorn: test:image needs Linux, root and debootstrap');
  process.exit(2);
}
const base = join(WORK, 'base');
await makeBase(base);
const image = await buildImage(readDockerfile(join(root, 'deploy/Dockerfile')), { base, work: join(WORK, 'stages'), context: root });
const kept = makeVolume(image.user ?? '');
const environment = { ...image.environment, HOST: '127.0.0.1', PORT: await freePort(), WORKER_PORT: await freePort() };
await useImage({ ...image, environment, volumes: { [image.volumeAt]: kept } }, kept);
console.log('the image builds, starts, sends, keeps and stops');
