import { sep } from 'node:path';

/** As the DevTools protocol has it. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}

/** Profiles a process of Node that was started with `--inspect` on this port. */
export async function startProfile(port: number): Promise<() => Promise<CpuProfile>> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  async function ask(method: string, params: object = {}): Promise<{ profile: CpuProfile }> {
    last += 1;
    const id = last;
    const answered = new Promise<{ profile: CpuProfile }>((resolve) => {
      socket.addEventListener('message', function hear({ data }) {
        const message = JSON.parse(String(data)) as { id?: number; result: { profile: CpuProfile } };
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(message.result);
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  return async () => {
    const { profile } = await ask('Profiler.stop');
    socket.close();
    return profile;
  };
}

/** What a file belongs to: a package, or a folder of ours with the file's name; undefined for Node's own. */
function subjectOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (name !== undefined) return name;
  return url.split('/').slice(-3).join(sep);
}

/** Microseconds of the samples of each subject. */
export interface Subjects {
  /** Time of each function that ran; what Node does goes to whoever called it. */
  readonly own: ReadonlyMap<string, number>;
  /** Time of each of our functions with all that it called. */
  readonly within: ReadonlyMap<string, number>;
  /** Time in which something ran. */
  readonly busy: number;
}

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: ProfileNode) =>
  `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join(sep)}:${lineNumber + 1}`;

const isOurs = ({ callFrame: { url } }: ProfileNode) => url.startsWith('file:') && !url.includes('node_modules');

/** Returns the name of a function that is not JavaScript, which tells more than who called it: those of an engine, above all. */
const nativeOf = ({ callFrame: { url, functionName } }: ProfileNode) =>
  url === '' && !functionName.startsWith('(') ? ` ${functionName}()` : '';

const outside = ({ callFrame: { functionName } }: ProfileNode) => (functionName.startsWith('(') ? functionName : 'node');

/** Sums a profile up by subject. */
export function summarize({ nodes, samples, timeDeltas }: CpuProfile): Subjects {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const [own, within] = [new Map<string, number>(), new Map<string, number>()];
  const add = (map: Map<string, number>, key: string, value: number) => map.set(key, (map.get(key) ?? 0) + value);
  let busy = 0;
  for (const [place, sample] of samples.entries()) {
    const took = timeDeltas[place] ?? 0;
    const leaf = byId.get(sample);
    if (leaf === undefined || leaf.callFrame.functionName === '(idle)') continue;
    busy += took;
    const seen = new Set<string>();
    let subject: string | undefined;
    for (let node: ProfileNode | undefined = leaf; node !== undefined; node = byId.get(parents.get(node.id) ?? -1)) {
      subject ??= subjectOf(node.callFrame.url);
      if (isOurs(node)) seen.add(nameOf(node));
    }
    add(own, subject === undefined ? outside(leaf) : `${subject}${nativeOf(leaf)}`, took);
    for (const name of seen) add(within, name, took);
  }
  return { own, within, busy };
}

/** Returns the share of the time in which something ran that functions of these files took with all that they called, by the end of their paths. */
export function shareOf({ nodes, samples, timeDeltas }: CpuProfile, files: readonly string[]): number {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isAmong = (node: ProfileNode | undefined): boolean =>
    node !== undefined && (files.some((file) => node.callFrame.url.endsWith(file)) || isAmong(parents.get(node.id)));
  const known = new Map(nodes.map((node) => [node.id, isAmong(node)]));
  let [busy, among] = [0, 0];
  for (const [place, sample] of samples.entries()) {
    if (byId.get(sample)?.callFrame.functionName === '(idle)') continue;
    const took = timeDeltas[place] ?? 0;
    busy += took;
    if (known.get(sample)) among += took;
  }
  return among / busy;
}
