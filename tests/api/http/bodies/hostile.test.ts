import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../support/posthorn.ts';
import type { Answer } from '../../../support/server.ts';

const MEGABYTE = 1024 * 1024;
/** Not closed: whoever parses it says invalid_json. */
const EMPTY_ITEMS = `[${'{},'.repeat((20 * MEGABYTE) / 3)}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TOO_MANY = { error: 'batch_too_large', detail: expect.any(String), max: 100 };

describe.each(engines)('bodies that take more than they are on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const named = useServer(engine, { ...BY_HAND, SES_TOPIC_ARNS: 'arn:aws:sns:us-east-1:123456789012:mail' });
  const tenant = useTenant(server, { rate_limit: -1 });

  const post = async (path: string, body: string) => {
    const answer = await tenant.call('POST', path, { body, headers: JSON_TYPE });
    return { status: answer.status, body: answer.body };
  };
  const envelopeOf = ({ body }: Answer) => body.error.data.envelope;

  describe('20 MB of {},', () => {
    it('is refused as a batch before it becomes objects', async () => {
      expect(await post('/v1/email/batch', EMPTY_ITEMS)).toEqual({ status: 422, body: TOO_MANY });
      expect(await post('/v1/email/batch', `{"emails":${EMPTY_ITEMS}`)).toEqual({ status: 422, body: TOO_MANY });
      expect(await post('/v1/contacts/batch', `{"contacts":${EMPTY_ITEMS.slice(0, 3 * MEGABYTE)}`)).toEqual({
        status: 422,
        body: TOO_MANY,
      });
    });

    it('is refused as one by the Resend door too', async () => {
      expect(await post('/resend/emails/batch', EMPTY_ITEMS)).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    });

    it('is refused as one over tRPC', async () => {
      const body = `{"body":{"emails":${EMPTY_ITEMS}`;
      const answer = await tenant.call('POST', '/trpc/email.sendBatch', { body, headers: JSON_TYPE });
      expect([answer.status, envelopeOf(answer)]).toEqual([422, TOO_MANY]);
    });

    it('is too many values elsewhere', async () => {
      const tooManyValues = { status: 422, body: { error: 'validation_failed', detail: expect.any(String), max: 50_000 } };
      expect(await post('/v1/email', `{"to":${EMPTY_ITEMS}`)).toEqual(tooManyValues);
      expect(await post('/mcp', `{"params":${EMPTY_ITEMS}`)).toEqual(tooManyValues);
    });
  });

  describe('/trpc', () => {
    it('takes a body as large as that of the operation', async () => {
      const body = `{"body":{"email":"a@example.net","note":"${'x'.repeat(5 * MEGABYTE)}"}}`;
      const answer = await tenant.call('POST', '/trpc/contacts.upsert', { body, headers: JSON_TYPE });
      expect([answer.status, envelopeOf(answer)]).toEqual([413, expect.objectContaining({ max_bytes: 4 * MEGABYTE })]);
    });

    it('asks for the minute before it takes a body in', async () => {
      const { key } = await server.mint({ rate_limit: 1 });
      const call = server.as(key);
      await call('POST', '/v1/email', { body: {} });
      const tooLong = { body: ' '.repeat(41 * MEGABYTE), headers: JSON_TYPE };
      expect((await call('POST', '/trpc/email.send', tooLong)).status).toBe(429);
    });
  });

  describe('POST /provider-events/ses', () => {
    /** Announces a body and sends nothing of it. */
    const announce = (url: string, length: number) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.once('data', (data) => {
          resolve(data.toString());
          socket.destroy();
        });
        socket.write(`POST /provider-events/ses HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
      });

    it('is not there where no topic is named, whatever comes of the body', async () => {
      expect(await announce(server.url, 100_000)).toMatch(/^HTTP\/1\.1 404 /);
    });

    it('takes 256 KB at most', async () => {
      expect(await announce(named.url, 256 * 1024 + 1)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"max_bytes":262144/);
    });
  });
});
