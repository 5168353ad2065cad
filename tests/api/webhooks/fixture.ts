import { verifyWebhook } from '@posthorn/sdk';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { Engine } from '../../support/engines.ts';
import { type ReceivedHook, startWebhookReceiver, type WebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

/** A tenant with an endpoint at a path of the receiver. */
export interface Hooked {
  readonly tenant: TestTenant;
  readonly path: string;
  readonly id: string;
  readonly secret: string;
  /** What the endpoint has received. */
  received(): readonly ReceivedHook[];
  /** Sends in test mode; returns the message's id. */
  send(local?: string, change?: object): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
  deliveries(query?: string): Promise<any[]>;
  patch(body: object): Promise<unknown>;
}

export interface Hooks {
  readonly server: TestServer;
  readonly receiver: WebhookReceiver;
  now(): Promise<number>;
  advance(ms: number): Promise<void>;
  /** A new tenant with a new endpoint. */
  hook(events?: readonly string[], given?: TestTenant): Promise<Hooked>;
  close(): Promise<void>;
}

let paths = 0;

/** A server with a clock of its own, and somebody who takes what it posts. */
export async function startHooks(engine: Engine, environment: Record<string, string> = {}): Promise<Hooks> {
  const receiver = await startWebhookReceiver();
  const server = await startTestServer(engine, {
    ...BY_HAND,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...environment,
  });
  return {
    server,
    receiver,
    now: async () => (await server.admin('GET', '/admin/clock')).body.now,
    advance: async (ms) => void (await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } })),
    hook: async (events = ['*'], given) => {
      const tenant = given ?? (await server.mint({ rate_limit: -1 }));
      paths += 1;
      const path = `/hook/${paths}`;
      const { body } = await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url(path), events } });
      return {
        tenant,
        path,
        id: body.id,
        secret: body.secret,
        received: () => receiver.at(path),
        send: async (local = 'delivered', change = {}) => {
          const mail = { from: tenant.from, to: [`${local}@posthorn.test`], subject: 'x', text_body: 'x', test_mode: true, ...change };
          return (await tenant.call('POST', '/v1/email', { body: mail })).body.message_id;
        },
        deliveries: async (query = '') => (await tenant.call('GET', `/v1/webhooks/${body.id}/deliveries${query}`)).body.data,
        patch: (changes) => tenant.call('PATCH', `/v1/webhooks/${body.id}`, { body: changes }),
      };
    },
    close: async () => {
      await server.stop();
      await receiver.close();
    },
  };
}

/** Checks a hook as its receiver would: by Standard Webhooks' own client, at the time at which it was sent, and by the SDK. */
export async function verify({ headers, body }: ReceivedHook, secret: string) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const standard = { 'webhook-id': String(id), 'webhook-timestamp': String(timestamp), 'webhook-signature': String(signature) };
  vi.useFakeTimers({ now: Number(timestamp) * 1000, toFake: ['Date'] });
  try {
    new Webhook(secret).verify(body, standard);
  } finally {
    vi.useRealTimers();
  }
  return verifyWebhook(body, headers, secret);
}
