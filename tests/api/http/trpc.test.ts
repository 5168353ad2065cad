import type { AppRouter } from '@posthorn/server';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('/trpc on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const client = (key = tenant.key, headers: Readonly<Record<string, string>> = {}) =>
    createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${server.url}/trpc`, headers: { ...headers, Authorization: `Bearer ${key}` } })],
    });
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'Hello', text_body: 'x', ...change });
  const failure = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(TRPCClientError);
    const { data } = error as TRPCClientError<AppRouter>;
    return { status: data?.httpStatus, envelope: data?.envelope };
  };

  it('sends and reads by the same procedures, typed', async () => {
    const sent = await client().email.send.mutate({ body: mail() });
    expect(sent.status).toBe('queued');
    const message = await client().messages.get.query({ params: { id: sent.message_id } });
    expect(message).toMatchObject({ id: sent.message_id, subject: 'Hello' });
    const page = await client().messages.list.query({ query: { limit: 1 } });
    expect(page.data).toHaveLength(1);
  });

  it('takes the cursor of a log back as it gave it', async () => {
    await client().email.send.mutate({ body: mail() });
    const { next_cursor: cursor } = await client().messages.list.query({ query: { limit: 1 } });
    expect(cursor).toEqual(expect.any(Number));
    const next = await client().messages.list.query({ query: { limit: 1, cursor: cursor as never } });
    expect(next.data).toHaveLength(1);
  });

  it('asks who calls before it takes a body in', async () => {
    const large = { body: ' '.repeat(45 * 1024 * 1024), headers: { 'Content-Type': 'application/json' } };
    expect(await server.as('nobody')('POST', '/trpc/email.send', large)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it('answers the same envelope and status', async () => {
    expect(await failure(client().email.send.mutate({ body: mail({ to: [] }) }))).toEqual({
      status: 422,
      envelope: { error: 'validation_failed', detail: expect.any(String), field: 'to' },
    });
    expect(await failure(client().messages.get.query({ params: { id: 'msg_none' } }))).toEqual({
      status: 404,
      envelope: { error: 'not_found' },
    });
  });

  it('takes the header for test mode as /v1 does', async () => {
    const send = (value: string, given: object = {}) =>
      client(tenant.key, { 'X-Service-Test': value }).email.send.mutate({ body: mail(), ...given });
    expect(await send('true')).toMatchObject({ test_mode: true });
    for (const own of ['', 'False', 'true']) {
      const given = { headers: { 'x-service-test': own } };
      expect([own, (await send('true', given)).test_mode, (await send('false', given)).test_mode]).toEqual([own, true, own === 'true']);
    }
    for (const headers of [null, { 'x-service-test': null }]) expect(await send('true', { headers })).toMatchObject({ test_mode: true });
    expect(await failure(send('yes'))).toMatchObject({ status: 422, envelope: { error: 'validation_failed' } });
  });

  it('takes a key of idempotency around a call as /v1 does, unless the call names one', async () => {
    const send = (given: object = {}) => client(tenant.key, { 'Idempotency-Key': 'around' }).email.send.mutate({ body: mail(), ...given });
    const first = await send();
    expect(await send()).toEqual({ ...first, idempotent_replay: true });
    for (const own of ['own', 'false']) expect((await send({ headers: { 'idempotency-key': own } })).message_id).not.toBe(first.message_id);
    expect(await send({ headers: { 'idempotency-key': '' } })).toEqual({ ...first, idempotent_replay: true });
  });

  it('needs no query whose fields are all optional', async () => {
    expect(await client().messages.list.query({})).toMatchObject({ data: expect.any(Array) });
    expect(await failure(client().inbound.get.query({ params: { id: 'inb_none' } }))).toMatchObject({ status: 404 });
  });

  it('takes the headers of an operation in either case', async () => {
    const send = (headers: object) => client().email.send.mutate({ headers, body: mail() });
    const first = await send({ 'Idempotency-Key': 'either-case', 'X-Service-Test': 'true' });
    expect(first).toMatchObject({ test_mode: true });
    expect(await send({ 'idempotency-key': 'either-case', 'x-service-test': 'true' })).toEqual({ ...first, idempotent_replay: true });
    expect(await send({ 'X-Service-Test': 'true', 'x-service-test': 'false' })).toMatchObject({ test_mode: true });
  });

  it('takes full_access keys only', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    const call = server.as(key.key);
    expect(await call('POST', '/trpc/email.send', { body: { body: mail() } })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
    expect(await server.as('nobody')('POST', '/trpc/email.send', { body: {} })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    });
  });

  it('knows no operator procedures, no unknown ones and no batches', async () => {
    expect((await tenant.call('GET', '/trpc/tenants.list')).status).toBe(404);
    expect((await tenant.call('GET', '/trpc/email.nothing')).status).toBe(404);
    expect((await tenant.call('GET', '/trpc/messages.list,messages.list?batch=1')).status).toBe(404);
    expect((await tenant.call('GET', '/trpc/messages.list?batch=1')).status).toBeGreaterThanOrEqual(400);
  });

  it('refuses what is no JSON and what is too large', async () => {
    const json = { 'Content-Type': 'application/json' };
    expect((await tenant.call('POST', '/trpc/email.send', { body: '{', headers: json })).status).toBe(400);
    expect((await tenant.call('POST', '/trpc/email.send', { body: ' '.repeat(40 * 1024 * 1024 + 1), headers: json })).status).toBe(413);
  });
});
