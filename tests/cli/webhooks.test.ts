import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@posthorn/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine, posthornProcess } from '../support/processes/command-line.ts';
import { eventually } from '../support/wait.ts';

interface Received {
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

describe.each(engines)('on $name', (engine) => {
  let local: Server;
  const received: Received[] = [];
  const server = useServer(engine, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);
  beforeAll(async () => {
    local = createServer(async (request, response) => {
      received.push({ body: await text(request), headers: request.headers });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void local.close());

  const localUrl = () => `http://127.0.0.1:${(local.address() as AddressInfo).port}/hooks`;

  describe('posthorn webhooks', () => {
    it('adds, changes, tries and deletes an endpoint', async () => {
      const made = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/hooks', '--event', 'bounce', '--event', 'complaint');
      expect(made).toMatchObject({ events: ['bounce', 'complaint'], secret: expect.stringMatching(/^whsec_/) });
      expect(await cli.json('webhooks', 'update', made.id, '--event', '*', '--no-active')).toMatchObject({ events: ['*'], active: false });
      expect(await cli.said('webhooks', 'list')).toMatch(/ https:\/\/127\.0\.0\.1:1\/hooks +\* +no /);
      const rotated = await cli.json('webhooks', 'rotate-secret', made.id);
      expect(rotated).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
      expect(rotated.secret).not.toBe(made.secret);
      await cli.said('webhooks', 'update', made.id, '--active');
      expect(await cli.json('webhooks', 'test', made.id, '--type', 'bounce')).toMatchObject({ type: 'bounce' });
      expect(await cli.lines('webhooks', 'deliveries', made.id, '--type', 'bounce')).toHaveLength(1);
      expect(await cli.json('webhooks', 'replay', made.id)).toMatchObject({ data: [{ type: 'bounce' }] });
      await cli.said('jobs', 'run', 'webhooks');
      await eventually(async () => / yes +since .+ \(ECONNREFUSED\) /.test(await cli.said('webhooks', 'list')) || undefined);
      expect(await cli.run(['webhooks', 'create', 'http://x.example'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('url_must_be_https'),
      });
      expect(await cli.said('webhooks', 'delete', made.id)).toBe(`deleted ${made.id}\n`);
    });

    const listen = (id: string, count: number, secret: string) =>
      posthornProcess(['webhooks', 'listen', id, '--forward', localUrl(), '--every', '1', '--count', `${count}`], {
        ...cli.environment(),
        POSTHORN_WEBHOOK_SECRET: secret,
      });
    const happen = async (id: string, ...types: string[]) => {
      for (const type of types) await tenant.call('POST', `/v1/webhooks/${id}/test`, { body: { type } });
    };

    it('hands what an endpoint gets from now on to this machine, signed, in its order', async () => {
      const { id, secret } = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/listen');
      await happen(id, 'sent', 'delivery');
      const listening = listen(id, 2, secret);
      await eventually(async () => (listening.said().includes('listening to') ? true : undefined));
      await happen(id, 'bounce', 'click');
      const { code, stdout } = await listening.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/^\S+ {2}bounce {2}\S+ {2}204\n\S+ {2}click {2}\S+ {2}204\n$/);
      const events = await Promise.all(received.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
      expect(events.map(({ type }) => type)).toEqual(['bounce', 'click']);
    });

    it('keeps the order of the first events of an endpoint', async () => {
      const { id, secret } = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/first');
      const listening = listen(id, 3, secret);
      await eventually(async () => (listening.said().includes('listening to') ? true : undefined));
      // One transaction: one look sees them all.
      const mail = (name: string) => ({ from: tenant.from, to: [`${name}@posthorn.test`], subject: 'x', text_body: 'x', test_mode: true });
      await tenant.call('POST', '/v1/email/batch', { body: { emails: [mail('delivered'), mail('complained')] } });
      const types = (await listening.ended).stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('  ')[1]);
      expect(types).toEqual(['sent', 'delivery', 'sent']);
    });

    it('says that nothing is signed where it knows no secret, and refuses a target that is no web address', async () => {
      const { id } = await cli.json('webhooks', 'create', 'https://127.0.0.1:1/unsigned');
      const before = received.length;
      const listening = listen(id, 1, '');
      await eventually(async () => (listening.said().includes('listening to') ? true : undefined));
      expect(listening.said()).toContain('forwarding unsigned: POSTHORN_WEBHOOK_SECRET is not set\n');
      await happen(id, 'bounce');
      await listening.ended;
      expect(received.at(before)?.headers).not.toHaveProperty('x-webhook-signature');
      const refused = await cli.run(['webhooks', 'listen', id, '--forward', 'localhost:4000/hooks']);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Must be an http or https URL.') });
    });
  });
});
