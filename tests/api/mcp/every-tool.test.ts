import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { connectMcp, type McpSession } from '../../support/mcp-client.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { type Make, maker, trials } from './trials.ts';

const tools = Object.entries(trials).map(([name, trial]) => ({ name, ...trial }));
const fallible = tools.filter(({ error }) => error !== '');

const naming = tools.flatMap(({ name, good, names = [] }) => names.map((argument) => ({ name, good, argument })));

describe.each(engines)('every tool of POST /mcp on $name', (engine) => {
  let mcp: McpSession;
  let make: Make;
  let foreign: McpSession;
  let makeForeign: Make;

  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    const other = await server.mint({ rate_limit: -1 });
    [mcp, foreign] = await Promise.all([connectMcp(server.url, tenant.key), connectMcp(server.url, other.key)]);
    make = maker(server, tenant);
    makeForeign = maker(server, other);
  });
  afterAll(async () => {
    await Promise.all([mcp.client.close(), foreign.client.close()]);
  });

  it('answers what its schema says, which the client holds every answer against', async () => {
    const { tools: listed } = await mcp.client.listTools();
    for (const { outputSchema } of listed) expect(outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
    const validator = new AjvJsonSchemaValidator();
    const usage = listed.find(({ name }) => name === 'get_usage')?.outputSchema ?? {};
    const holds = validator.getValidator(usage as Parameters<typeof validator.getValidator>[0]);
    expect(holds({ plan: 7 }).valid).toBe(false);
    expect(holds({ error: 'not_found' }).valid).toBe(true);
    expect(JSON.stringify(listed)).not.toContain('#/components');
  });

  it('is listed, and tried here', async () => {
    const { tools: listed } = await mcp.client.listTools();
    expect(new Set(listed.map(({ name }) => name))).toEqual(new Set(Object.keys(trials)));
  });

  it.each(tools)('$name does what it is for', async ({ name, good }) => {
    const answer = await mcp.call(name, await good(make));
    expect(answer).toMatchObject({ isError: false, body: expect.any(Object) });
    expect(answer.status).toBeLessThan(300);
    expect(JSON.parse(answer.text)).toEqual(answer.body);
  });

  it.each(fallible)('$name answers $error as its result, and no fault of the protocol', async ({ name, bad, error }) => {
    const answer = await mcp.call(name, bad);
    expect(answer).toMatchObject({ isError: true, body: { error } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(answer.text)).toEqual(answer.body);
  });

  it.each(naming)("$name does not tell another tenant's $argument from none", async ({ name, good, argument }) => {
    const own = await good(make);
    const theirs = await good(makeForeign);
    const missing = String(theirs[argument]).replace(/_.*|$/, `_${'0'.repeat(26)}`);
    const ask = (value: unknown) => mcp.call(name, { ...own, [argument]: value });
    const answer = await ask(theirs[argument]);
    expect(answer.isError).toBe(true);
    expect(answer).toEqual(await ask(missing));
    // It is there, for whose it is.
    expect((await foreign.call(name, theirs)).isError).toBe(false);
  });

  it.each(['send_email', 'get_usage', 'list_domains'])('%s takes no sending_access key', async (name) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const answer = await server.as(key.key)('POST', '/mcp', { body: call, headers });
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
