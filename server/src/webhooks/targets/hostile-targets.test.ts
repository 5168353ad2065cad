import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDnsServer } from '../../../../tests/support/fakes/dns-server.ts';
import { startWebhookReceiver } from '../../../../tests/support/fakes/webhook-receiver.ts';
import { createWebhookClient } from '../deliver/webhook-client.ts';
import { checkUrl } from '../endpoints/check-url.ts';
import { createNameService, type NameService } from './look-up-addresses.ts';

/** Counts who knocks, on loopback of both families where the machine has them. */
async function startCanary() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(
    server.listen(0, '::').on('error', () => server.listen(0, '127.0.0.1')),
    'listening',
  );
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the canary has no port');
  return { port: address.port, connections: () => connections };
}

function startClient(names: NameService, allowPrivate = false) {
  const client = createWebhookClient({ names, allowPrivate });
  onTestFinished(client.close);
  return (url: string) => client.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
}

/** Every name has the address that is told, whoever is asked for it. */
const namesOf = (tell: () => string): NameService => ({
  resolve4: async () => [tell()],
  resolve6: async () => [],
  lookup: async () => [{ address: tell(), family: 4 }],
});
const asLoopback = namesOf(() => '127.0.0.1');
const refused = { status: null, error: 'url_not_allowed' };

describe('a hostile target', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0177.0.0.01:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://localhost:PORT/',
    'https://LOCALHOST.:PORT/',
    'https://anything.example.com:PORT/',
  ])('%s is not connected to, and refused when it is saved', async (template) => {
    const canary = await startCanary();
    const url = template.replace('PORT', String(canary.port));
    expect(await startClient(asLoopback)(url)).toMatchObject(refused);
    expect(await checkUrl(url, { names: asLoopback, allowPrivate: false })).toMatchObject({ code: 'url_not_allowed' });
    expect(canary.connections()).toBe(0);
  });

  it('is not connected to by a name that DNS leads to it, though only one of its addresses does', async () => {
    const canary = await startCanary();
    const dns = await startDnsServer();
    onTestFinished(dns.close);
    const post = startClient(createNameService([dns.address]));
    dns.add({ type: 'A', name: 'inner.example.com', value: '127.0.0.1' });
    dns.add({ type: 'A', name: 'mixed.example.com', value: '93.184.216.34' }, { type: 'A', name: 'mixed.example.com', value: '127.0.0.1' });
    dns.add({ type: 'AAAA', name: 'six.example.com', value: '::ffff:127.0.0.1' });
    dns.add({ type: 'CNAME', name: 'alias.example.com', value: 'inner.example.com' });
    for (const name of ['inner', 'mixed', 'six', 'alias'])
      expect(await post(`https://${name}.example.com:${canary.port}/`)).toMatchObject(refused);
    expect(dns.queries).toBeGreaterThan(0);
    expect(canary.connections()).toBe(0);
  });

  it('is not connected to when its name is rebound between the check and the connection', async () => {
    const canary = await startCanary();
    let lookUps = 0;
    const rebound = namesOf(() => {
      lookUps += 1;
      return lookUps === 1 ? '93.184.216.34' : '127.0.0.1';
    });
    const url = `https://rebound.example.com:${canary.port}/`;
    expect(await checkUrl(url, { names: rebound, allowPrivate: false })).toBeUndefined();
    expect(await startClient(rebound)(url)).toMatchObject(refused);
    expect(lookUps).toBe(2);
    expect(canary.connections()).toBe(0);
  });

  it('is looked up once for a connection: what was checked is what is connected to', async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(receiver.close);
    let lookUps = 0;
    const names = namesOf(() => {
      lookUps += 1;
      return '127.0.0.1';
    });
    const post = startClient(names, true);
    expect(await post(receiver.url('/'))).toMatchObject({ status: 204, error: null });
    expect(lookUps).toBe(1);
  });

  it('is not reached by a redirect', async () => {
    const canary = await startCanary();
    const receiver = await startWebhookReceiver();
    onTestFinished(receiver.close);
    receiver.answer('/', { status: 307, location: `https://127.0.0.1:${canary.port}/` });
    expect(await startClient(asLoopback, true)(receiver.url('/'))).toMatchObject({ status: 307, error: null });
    expect(canary.connections()).toBe(0);
  });

  it('is not spoken to without TLS, or with a certificate of another name', async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(receiver.close);
    const post = startClient(asLoopback, true);
    expect(await post(`http://localhost:${receiver.port}/`)).toMatchObject(refused);
    expect(await post(`https://other.example.com:${receiver.port}/`)).toMatchObject({
      status: null,
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(receiver.requests).toEqual([]);
  });
});

describe('checkUrl', () => {
  it('lets a name pass that cannot be looked up now', async () => {
    const fail = () => Promise.reject(new Error('no DNS'));
    const names = { resolve4: fail, resolve6: fail, lookup: fail };
    expect(await checkUrl('https://later.example.com/', { names, allowPrivate: false })).toBeUndefined();
  });

  it('takes loopback where the operator allows it, but not without https', async () => {
    expect(await checkUrl('https://127.0.0.1/', { names: asLoopback, allowPrivate: true })).toBeUndefined();
    expect(await checkUrl('http://127.0.0.1/', { names: asLoopback, allowPrivate: true })).toMatchObject({ code: 'url_must_be_https' });
    expect(await checkUrl('https://a@127.0.0.1/', { names: asLoopback, allowPrivate: true })).toMatchObject({ code: 'url_not_allowed' });
  });
});
