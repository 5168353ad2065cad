import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@posthorn/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, posthornProcess } from '../support/command-line.ts';
import { engines } from '../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

interface Received {
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

describe.each(engines)('on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  let cli: ReturnType<typeof commandLine>;
  let local: Server;
  const received: Received[] = [];
  beforeAll(async () => {
    server = await startTestServer(engine, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    tenant = await server.mint();
    cli = commandLine({ url: server.url, key: tenant.key });
    local = createServer(async (request, response) => {
      received.push({ body: await text(request), headers: request.headers });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    local.close();
    await server.stop();
  });

  const localUrl = () => `http://127.0.0.1:${(local.address() as AddressInfo).port}/hooks`;

  describe('posthorn webhooks', () => {
    it('adds, changes, tries and deletes an endpoint', async () => {
      const made = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/hooks', '--event', 'bounce', '--event', 'complaint');
      expect(made).toMatchObject({ events: ['bounce', 'complaint'], secret: expect.stringMatching(/^whsec_/) });
      expect(await cli.json('webhooks', 'update', made.id, '--event', '*', '--no-active')).toMatchObject({ events: ['*'], active: false });
      expect(await cli.said('webhooks', 'list')).toMatch(/ https:\/\/127\.0\.0\.1:1\/hooks +\* +no /);
      expect(await cli.json('webhooks', 'rotate-secret', made.id)).toMatchObject({ secret: expect.not.stringMatching(made.secret) });
      await cli.said('webhooks', 'update', made.id, '--active');
      expect(await cli.json('webhooks', 'test', made.id, '--type', 'bounce')).toMatchObject({ type: 'bounce' });
      expect(await cli.lines('webhooks', 'deliveries', made.id, '--type', 'bounce')).toHaveLength(1);
      expect(await cli.json('webhooks', 'replay', made.id)).toMatchObject({ data: [{ type: 'bounce' }] });
      expect(await cli.run(['webhooks', 'create', 'http://x.example'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('url_must_be_https'),
      });
      expect(await cli.said('webhooks', 'delete', made.id)).toBe(`deleted ${made.id}\n`);
    });

    it('hands what an endpoint gets to this machine, signed', async () => {
      const { id, secret } = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/listen');
      await tenant.call('POST', `/v1/webhooks/${id}/test`, { body: { type: 'sent' } });
      const listening = posthornProcess(['webhooks', 'listen', id, '--forward', localUrl(), '--every', '1', '--count', '2'], {
        ...cli.environment,
        POSTHORN_WEBHOOK_SECRET: secret,
      });
      await eventually(async () => (listening.said().includes('listening to') ? true : undefined));
      await tenant.call('POST', `/v1/webhooks/${id}/test`, { body: { type: 'bounce' } });
      await tenant.call('POST', `/v1/webhooks/${id}/test`, { body: { type: 'click' } });
      const { code, stdout } = await listening.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/^\S+ {2}bounce {2}\S+ {2}204\n\S+ {2}click {2}\S+ {2}204\n$/);
      const events = await Promise.all(received.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
      expect(events.map(({ type }) => type)).toEqual(['bounce', 'click']);
    });
  });
});
