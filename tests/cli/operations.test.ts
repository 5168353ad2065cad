import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminContract, contract, type Operation } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';
import { linesIn, OTHER } from './command-lines.ts';

/** What no command is for, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'health.check': 'asked by load balancers',
  'audiences.addMember': 'audiences add takes any number',
  'contacts.upsertMany': 'contacts import takes any number',
  'metrics.get': 'asked by Prometheus',
  'readiness.check': 'asked by probes',
  'inbound.receive': 'called by mail servers',
  'providerEvents.report': 'called by providers',
  'providerEvents.ses': 'called by Amazon SNS',
};

let folder: string;
let service: Server;
const asked = new Set<string>();

/** Whatever a command may look for in an answer. */
const ANSWER = {
  ...{
    id: 'x',
    import_id: 'x',
    export_id: 'x',
    message_id: 'x',
    contact_id: 'x',
    email: 'a@example.net',
    alias: 'x',
    version: 1,
    url: 'https://x.example',
  },
  ...{ data: [], versions: [], records: [], recipients: [], events: [], errors: [], headers: {}, queues: {}, messages: {} },
  ...{ status: 'done', next_cursor: null, active: true, now: 0, raw: '', raw_encoding: 'utf8', secret: 'whsec_' },
};

const VERSION = { version: 1, active: false, subject: null, html_body: null, text_body: 'x' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-operations-'));
  mkdirSync(join(folder, 'templates/known'), { recursive: true });
  mkdirSync(join(folder, 'templates/unknown'));
  for (const alias of ['known', 'unknown']) writeFileSync(join(folder, `templates/${alias}/body.txt`), 'x');
  writeFileSync(join(folder, 'emails.json'), '[{}]');
  service = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    asked.add(`${request.method} ${path}`);
    // A template that there is not has to be made, and one whose newest version holds the same to be activated.
    const missing = path === '/v1/templates/unknown' && request.method === 'GET';
    const versions = path === '/v1/templates/known' ? [VERSION] : [];
    const body = missing ? { error: 'not_found' } : { ...ANSWER, ...VERSION, versions };
    request.resume().once('end', () => {
      response.writeHead(missing ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('POSTHORN_URL', `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  vi.stubEnv('POSTHORN_API_KEY', 'key');
  vi.stubEnv('OPERATOR_TOKEN', 'token');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
  service.close();
  rmSync(folder, { recursive: true });
});

type Command = ReturnType<typeof createProgram>;

const leavesOf = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0 ? [path.join(' ')] : command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));

const operations = (table: object) =>
  Object.entries(table as Record<string, Record<string, Operation>>).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([name, operation]) => ({ name: `${resource}.${name}`, operation })),
  );

/** What the lines of commands name. */
const NAMED = '(?:x|[01]|known|unknown|cleanup|x.txt|(?:con|aud|seg|bc|aut|enr|whk|dom|key|ten|usr|msg)_1|a(?:@|%40)example.net)';

const isAsked = ({ method, path }: Operation) => {
  const matcher = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, NAMED)}$`);
  return [...asked].some((request) => matcher.test(request));
};

describe('the commands', () => {
  it('are all typed here', () => {
    const typed = linesIn(folder);
    const isTyped = (leaf: string) => OTHER.includes(leaf) || typed.some((line) => line === leaf || line.startsWith(`${leaf} `));
    expect(leavesOf(createProgram()).filter((leaf) => !isTyped(leaf))).toEqual([]);
  });

  it('reach every operation, but for those that are not for people', async () => {
    for (const line of linesIn(folder)) await createProgram().parseAsync(['node', 'posthorn', ...line.split(' ')]);
    const missed = [...operations(contract), ...operations(adminContract)].filter(({ operation }) => !isAsked(operation));
    expect(missed.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_HERE).sort());
  });
});
