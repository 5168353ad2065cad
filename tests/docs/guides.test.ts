import { adminContract, contract, isErrorCode, type Operation, type OperationTable } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sqlite } from '../support/engines.ts';
import { type DnsServer, startDnsServer } from '../support/fakes/dns-server.ts';
import { signUp } from '../support/fixtures/people.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer } from '../support/server.ts';
import { agreement } from './agreement.ts';
import { type Block, guides } from './documents.ts';
import { type Made, openShell, type Shell } from './shell.ts';

const SHOWN_URL = 'http://127.0.0.1:3000';
/** In the order in which one leads to the next. */
const JOBS = ['import', 'export', 'scheduler', 'automations', 'fanout', 'dispatch', 'webhooks'];

const operations: readonly Operation[] = Object.values<OperationTable[string]>({ ...adminContract, ...contract }).flatMap((resource) =>
  Object.values(resource),
);

const calls = ({ language, text }: Block) => language === 'sh' && /^\s*curl /m.test(text);

const COMMAND = /^(?:npx )?posthorn /m;
/** Begins a service or needs its settings; tests/cli, tests/e2e and tests/packages run these. */
const OF_A_SERVICE = /posthorn (?:serve|migrate|doctor|backup|move)\b/;
const commands = ({ language, text }: Block) => language === 'sh' && COMMAND.test(text) && !OF_A_SERVICE.test(text) && !text.includes('…');
const runs = (block: Block) => calls(block) || commands(block);
const isAnswer = ({ language }: Block) => language === 'json';

/** Blocks with a curl or with commands are run; JSON that follows one at once is what the last call answers. */
const stepsOf = (blocks: readonly Block[]) =>
  blocks.map((block, index) => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]];
    const shown = calls(block) && after !== undefined && isAnswer(after) ? JSON.parse(after.text) : undefined;
    return { block, shown, answersBefore: isAnswer(block) && before !== undefined && calls(before) };
  });

const isAt = (path: string) => {
  const parts = path.split('/');
  return (operation: Operation) => {
    const declared = operation.path.split('/');
    return declared.length === parts.length && declared.every((part, index) => part.startsWith('{') || part === parts[index]);
  };
};

/** Whether the interface document, or the operator's part of it, knows of such an answer. */
function isDeclared({ method, path, status }: Made, answered: unknown): boolean {
  const found = operations.filter((operation) => operation.method === method).filter(isAt(path));
  const schemas = found.map(({ responses }) => responses[status]).filter((schema) => schema instanceof z.ZodType);
  return schemas.some((schema) => schema.safeParse(answered).success);
}

const payload = contract.webhooks.listDeliveries.responses[200].shape.data.element.shape.payload;

const guidesThatShow = guides.filter(({ blocks }) => blocks.some((block) => runs(block) || isAnswer(block)));

describe.each(guidesThatShow)('$path', ({ blocks, text }) => {
  const { compare, translate } = agreement();
  let dns: DnsServer;
  let server: TestServer;
  let shell: Shell;

  // The tenant that `npm start` makes, and a clock that only moves by what the guide does.
  beforeAll(async () => {
    dns = await startDnsServer();
    server = await startTestServer(sqlite, { CLOCK: 'virtual', JOB_INTERVAL_MS: '600000', DNS_SERVERS: dns.address });
    const { body: tenant } = await server.admin('POST', '/admin/tenants', { body: { name: 'demo', plan: 'unlimited' } });
    const at = `/admin/tenants/${tenant.id}`;
    const { body: key } = await server.admin('POST', `${at}/api-keys`, { body: { name: 'demo', permission: 'full_access' } });
    await server.admin('POST', `${at}/domains`, { body: { name: 'demo.posthorn.test', verified: true } });
    for (const [, shown] of text.matchAll(/--tenant (ten_\w{26})/g)) compare(shown, tenant.id);
    for (const [, shown] of text.matchAll(/people suspend (usr_\w{26})/g)) compare(shown, (await signUp(server)).id);
    shell = openShell({
      POSTHORN_URL: server.url,
      POSTHORN_API_KEY: key.key,
      POSTHORN_FROM: 'hello@demo.posthorn.test',
      POSTHORN_TENANT_ID: tenant.id,
      OPERATOR_TOKEN,
    });
  });
  afterAll(async () => {
    shell.close();
    await server.stop();
    await dns.close();
  });

  async function settle(): Promise<void> {
    for (const job of JOBS) await server.run(job);
  }

  it.each(stepsOf(blocks))('keeps its word: $block.text', async ({ block, shown, answersBefore }) => {
    if (isAnswer(block) && !answersBefore) expect(payload.safeParse(JSON.parse(block.text)).error).toBeUndefined();
    if (!runs(block)) return;
    // What follows never ends; tests/cli follows.
    const made = await shell.run(translate(block.text).replaceAll(SHOWN_URL, server.url).replaceAll(' --follow', ''));
    const last = made.at(-1);
    const refused = isErrorCode(shown?.error) ? last : undefined;
    expect(made.filter((call) => call !== refused && (call.status < 200 || call.status > 299))).toEqual([]);
    if (shown !== undefined && last !== undefined) {
      const answered = JSON.parse(last.text.replaceAll(server.url, SHOWN_URL));
      expect(compare(shown, answered)).toEqual([]);
      expect(refused !== undefined || isDeclared(last, answered)).toBe(true);
    }
    await settle();
  });
});
