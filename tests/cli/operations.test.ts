import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminContract, contract, type Operation } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';

/** What no command is for, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'health.check': 'asked by load balancers',
  'contacts.upsertMany': 'contacts import takes any number',
  'audiences.addMember': 'audiences add takes any number',
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
  ...{ id: 'x', import_id: 'x', export_id: 'x', message_id: 'x', email: 'a@example.net', alias: 'x', version: 1, url: 'https://x.example' },
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

/** Each command, as one would type it. */
const lines = (): readonly string[] => [
  'email send --from a@example.com --to a@example.net --text Hi',
  `email batch ${folder}/emails.json`,
  'email reschedule x 2030-01-31T09:00:00Z',
  'email cancel x',
  'email test-events',
  'email resend x',
  'messages list',
  'messages search',
  'messages get x',
  'contacts upsert a@example.net',
  'contacts list',
  'contacts search',
  'contacts get x',
  'contacts audiences x',
  'contacts events x',
  'contacts update x --status unsubscribed',
  'contacts delete x',
  `contacts import ${folder}/emails.json`,
  `contacts export ${folder}/copy.csv`,
  'contacts imports',
  'contacts failed-rows x',
  'contacts exports',
  'audiences create x',
  'audiences list',
  'audiences get x',
  'audiences update x --name y',
  'audiences members x',
  'audiences add x con_1',
  'audiences remove x con_1',
  'audiences delete x',
  'segments create x {}',
  'segments list',
  'segments get x',
  'segments update x --name y',
  'segments preview {}',
  'segments contacts x',
  'segments count x',
  'segments delete x',
  'templates list',
  'templates get known',
  `templates push ${folder}/templates`,
  `templates pull ${folder}/pulled`,
  'templates render known',
  `templates preview ${folder}/emails.json`,
  'templates activate known 1',
  'templates delete known',
  'templates gallery',
  'templates gallery x',
  'broadcasts create {}',
  'broadcasts list',
  'broadcasts get x',
  'broadcasts update x {}',
  'broadcasts preview x',
  'broadcasts test x --to a@example.net',
  'broadcasts send x',
  'broadcasts stats x',
  'broadcasts recipients x',
  'broadcasts pause x',
  'broadcasts resume x',
  'broadcasts cancel x',
  'broadcasts retry x',
  'broadcasts delete x',
  'automations create {}',
  'automations list',
  'automations get x',
  'automations update x {}',
  'automations stats x',
  'automations activate x',
  'automations pause x',
  'automations archive x',
  'automations simulate x con_1',
  'automations enroll x con_1',
  'automations enrollments x',
  'automations enrollment x enr_1',
  'automations cancel-enrollment x enr_1',
  'automations delete x',
  'suppressions list',
  'suppressions list --global',
  'suppressions add a@example.net',
  'suppressions add a@example.net b@example.net',
  'suppressions add a@example.net --global',
  'suppressions remove a@example.net',
  'suppressions remove a@example.net b@example.net',
  'suppressions remove a@example.net --global',
  'erasures create a@example.net --yes',
  'erasures create a@example.net --yes --global',
  'erasures delete a@example.net',
  'erasures delete a@example.net --global',
  `attachments upload ${folder}/emails.json`,
  `attachments download ten_1/att_1/x.txt ${folder}/x.txt`,
  'inbound list',
  'inbound get x',
  `inbound attachment x 0 ${folder}/y.txt`,
  'webhooks create https://x.example',
  'webhooks list',
  'webhooks get x',
  'webhooks update x --active',
  'webhooks rotate-secret x',
  'webhooks test x',
  'webhooks deliveries x',
  'webhooks replay x',
  'webhooks delete x',
  'events',
  'domains add x.example',
  'domains add x.example --tenant ten_1 --verified',
  'domains list',
  'domains get x',
  'domains update x --inbound',
  'domains verify x',
  'domains delete x',
  'keys create x',
  'keys create x --tenant ten_1',
  'keys list',
  'keys list --tenant ten_1',
  'keys delete x',
  'keys delete x --tenant ten_1',
  'usage',
  'stats --json',
  'tenants create x',
  'tenants list',
  'tenants get x',
  'tenants update x --suspend',
  'tenants credits x 1',
  'tenants delete x --yes',
  'people invite a@example.net --operator',
  'people list',
  'people suspend x',
  'people resume x',
  'people delete x --yes',
  'jobs run cleanup',
  'jobs stats',
  'captured list',
  'captured get x',
  'postmaster list',
  'postmaster show x',
  'clock get',
  'clock set 2030-01-31T09:00:00Z',
];

/** The commands that start or describe the program, or wait for somebody. */
const OTHER = [
  'start',
  'serve',
  'worker',
  'migrate',
  'rekey',
  'backup',
  'move',
  'doctor',
  'completion',
  'help',
  'webhooks listen',
  'clock advance',
];

type Command = ReturnType<typeof createProgram>;

const leavesOf = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0 ? [path.join(' ')] : command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));

const operations = (table: object) =>
  Object.entries(table as Record<string, Record<string, Operation>>).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([name, operation]) => ({ name: `${resource}.${name}`, operation })),
  );

/** What the lines above name. */
const NAMED = '(?:x|[01]|known|unknown|cleanup|x.txt|(?:con|enr|ten|att)_1|a(?:@|%40)example.net)';

const isAsked = ({ method, path }: Operation) => {
  const matcher = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, NAMED)}$`);
  return [...asked].some((request) => matcher.test(request));
};

describe('the commands', () => {
  it('are all typed here', () => {
    const typed = lines();
    const isTyped = (leaf: string) => OTHER.includes(leaf) || typed.some((line) => line === leaf || line.startsWith(`${leaf} `));
    expect(leavesOf(createProgram()).filter((leaf) => !isTyped(leaf))).toEqual([]);
  });

  it('reach every operation, but for those that are not for people', async () => {
    for (const line of lines()) await createProgram().parseAsync(['node', 'posthorn', ...line.split(' ')]);
    const missed = [...operations(contract), ...operations(adminContract)].filter(({ operation }) => !isAsked(operation));
    expect(missed.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_HERE).sort());
  });
});
