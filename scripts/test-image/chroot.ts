import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Replaces `node:24-bookworm-slim`: Debian bookworm, with the Node that runs this and the machine's npm. Made once. */
export async function makeBase(base: string): Promise<void> {
  if (existsSync(base)) return;
  const draft = `${base}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true });
  await run('debootstrap', ['--variant=minbase', 'bookworm', draft], { maxBuffer: 2 ** 26 });
  const local = join(draft, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true });
  const npm = realpathSync((await run('sh', ['-c', 'command -v npm'])).stdout.trim());
  cpSync(join(npm, '../..'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) {
    if (existsSync(file)) cpSync(file, join(draft, file), { dereference: true });
  }
  renameSync(draft, base);
}

/** A file system as a container would have it. */
export interface Chroot {
  readonly root: string;
  /** Writable folders of an otherwise read-only root, with their location; undefined if all of it is writable. */
  readonly volumes?: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** `uid:gid`, without any privilege; root by default. */
  readonly user?: string;
}

/** Devices of the machine that programs expect. */
export const DEVICES = ['null', 'zero', 'random', 'urandom'];

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Returns the mount commands before the command, in a separate namespace that ends with it. */
function mounts({ root, volumes }: Chroot): string[] {
  const at = (path: string) => quote(join(root, path));
  const readOnly = volumes === undefined ? [] : [`mount --bind ${quote(root)} ${quote(root)}`, `mount -o remount,ro,bind ${quote(root)}`];
  const writable = Object.entries(volumes ?? {}).map(([path, kept]) => `mount --bind ${quote(kept)} ${at(path)}`);
  const devices = DEVICES.map((name) => `mount --bind /dev/${name} ${at(`dev/${name}`)}`);
  return [...readOnly, `mount -t proc proc ${at('proc')}`, ...devices, ...writable];
}

/** Makes Node and npm trust the authorities of this machine. */
const trust: Record<string, string> = existsSync(CERTIFICATES)
  ? { NODE_EXTRA_CA_CERTS: CERTIFICATES, npm_config_cafile: CERTIFICATES }
  : {};
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:npm_config_registry|https?_proxy|no_proxy)$/i.test(name)),
);

/** Starts a command in the chroot; the process is the command's own. */
export function startIn(chroot: Chroot, command: readonly string[]): ChildProcess {
  const { root, environment, cwd, user = '0:0' } = chroot;
  const [uid, gid] = user.split(':');
  const inside = `cd ${quote(cwd)} && exec ${command.map(quote).join(' ')}`;
  const become = uid === '0' ? '' : `setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all `;
  const enter = `exec chroot ${quote(root)} ${become}/bin/sh -c ${quote(inside)}`;
  const env = { HOME: uid === '0' ? '/root' : '/', ...network, ...trust };
  return spawn('unshare', ['--mount', 'sh', '-e', '-c', [...mounts(chroot), enter].join('\n')], {
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command in the chroot to its end; resolves with its exit code and output. */
export async function runIn(
  chroot: Chroot,
  command: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = startIn(chroot, command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
