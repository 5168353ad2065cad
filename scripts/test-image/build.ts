import { chownSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, matchesGlob, relative, resolve } from 'node:path';
import { type Chroot, DEVICES, runIn } from './chroot.ts';
import { execForm, type Instruction, pairsOf, type Stage } from './dockerfile.ts';

/** The default path of a container for programs, unless its image sets another. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Image extends Chroot {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly volumeAt: string;
}

interface Context {
  /** The source of COPY, without the files that .dockerignore names. */
  readonly context: string;
  /** Roots of the stages so far, by name. */
  readonly roots: ReadonlyMap<string, string>;
}

type Builder = (image: Image, text: string, context: Context) => Image | Promise<Image>;

function ignoredIn(context: string): (path: string) => boolean {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return (path) => patterns.some((pattern) => matchesGlob(relative(context, path), pattern));
}

function copy(image: Image, text: string, { context, roots }: Context): Image {
  const words = text.split(/\s+/);
  const flags = Object.fromEntries(words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')));
  const [source = '', target = ''] = words.filter((word) => !word.startsWith('--'));
  const from = flags.from === undefined ? context : roots.get(flags.from);
  if (from === undefined) throw new Error(`COPY ${text}: no stage ${flags.from}`);
  const ignored = flags.from === undefined ? ignoredIn(context) : () => false;
  const to = join(image.root, resolve(image.cwd, target));
  const isWhole = source === '.';
  const found = (isWhole ? readdirSync(from) : globSync(source.replace(/^\//, ''), { cwd: from })).map((path) => join(from, path));
  if (found.length === 0) throw new Error(`COPY ${text}: nothing to copy`);
  for (const path of found.filter((path) => !ignored(path))) {
    const keepsName = isWhole || (target.endsWith('/') && !statSync(path).isDirectory());
    const place = keepsName ? join(to, basename(path)) : to;
    cpSync(path, place, { recursive: true, verbatimSymlinks: true, filter: (one) => !ignored(one) });
  }
  if (flags.chown !== undefined) {
    const [uid = 0, gid = 0] = flags.chown.split(':').map(Number);
    for (const path of ['.', ...globSync('**', { cwd: to })]) chownSync(join(to, path), uid, gid);
  }
  return image;
}

async function runShell(image: Image, text: string): Promise<Image> {
  const { code, output } = await runIn(image, ['/bin/sh', '-c', text]);
  if (code !== 0) throw new Error(`RUN ${text}: ended with ${code}\n${output}`);
  return image;
}

/** The action of each instruction; purely informational ones are ignored. */
const BUILDERS: Readonly<Record<string, Builder>> = {
  ARG: (image) => image,
  LABEL: (image) => image,
  EXPOSE: (image) => image,
  ENV: (image, text) => ({ ...image, environment: { ...image.environment, ...pairsOf(text, image.environment) } }),
  WORKDIR: (image, text) => {
    mkdirSync(join(image.root, text), { recursive: true });
    return { ...image, cwd: text };
  },
  USER: (image, text) => ({ ...image, user: text }),
  VOLUME: (image, text) => ({ ...image, volumeAt: text }),
  COPY: copy,
  RUN: runShell,
  HEALTHCHECK: (image, text) => ({ ...image, healthcheck: execForm(text) }),
  ENTRYPOINT: (image, text) => ({ ...image, entrypoint: execForm(text) }),
  CMD: (image, text) => ({ ...image, command: execForm(text) }),
};

async function follow(image: Image, { name, text }: Instruction, context: Context): Promise<Image> {
  const build = BUILDERS[name];
  if (build === undefined) throw new Error(`the Dockerfile has ${name}, which is not known here`);
  console.log(`${name} ${text.replaceAll(/\s+/g, ' ')}`);
  return build(image, text, context);
}

/** Executes the Dockerfile, each stage in a copy of `base` under `work`, and returns the result of the last one. */
export async function buildImage(
  stages: readonly Stage[],
  { base, work, context }: { base: string; work: string; context: string },
): Promise<Image> {
  const roots = new Map<string, string>();
  let image: Image | undefined;
  for (const { name, instructions } of stages) {
    const root = join(work, name);
    rmSync(root, { recursive: true, force: true });
    cpSync(base, root, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.startsWith(join(base, 'dev/')) });
    for (const device of DEVICES) writeFileSync(join(root, 'dev', device), '');
    image = { root, environment: { PATH }, cwd: '/', entrypoint: [], command: [], healthcheck: [], volumeAt: '' };
    for (const instruction of instructions) image = await follow(image, instruction, { context, roots });
    roots.set(name, root);
  }
  if (image === undefined) throw new Error('the Dockerfile has no stage');
  return image;
}
