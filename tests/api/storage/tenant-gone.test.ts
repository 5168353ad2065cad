import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type S3Server, startS3Server } from '../../support/fakes/s3-server.ts';
import { postFile } from '../../support/fixtures/contact-files.ts';
import { upload } from '../../support/fixtures/upload.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('a tenant that is deleted while a file of it is stored, on $name', (engine) => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());
  const server = useServer(engine, () => ({ ...BY_HAND, BLOBS_URL: s3.url }));
  const tenant = useNewTenant(server);

  async function removeTenant(): Promise<void> {
    await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
    await server.run('cleanup');
  }
  // Once the store has all of the first file.
  beforeEach(async () => {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    let removed: Promise<void> | undefined;
    s3.fail(async ({ method }) => {
      if (method !== 'PUT') return undefined;
      removed ??= removeTenant();
      await removed;
      return undefined;
    });
  });

  const attachments = [{ filename: 'a', content: Buffer.from('inline').toString('base64') }];
  it.each([
    ['an upload', 401, () => upload(server.url, tenant.key, { content: 'x' })],
    ['an import', 401, () => postFile(server, tenant, 'email\na@example.net\n')],
    [
      'an email with a file in it',
      401,
      () =>
        tenant.call('POST', '/v1/email', {
          body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', attachments },
        }),
    ],
    [
      'a mail that is handed in',
      422,
      () =>
        server.admin('POST', `/admin/inbound?rcpt=help@${tenant.domain.name}`, {
          body: 'Subject: x\r\n\r\nx\r\n',
          headers: { 'Content-Type': 'message/rfc822' },
        }),
    ],
  ])('has %s asked for again, and then refused with %i', async (_what, refusal, ask) => {
    const answer = await ask();
    expect([answer.status, answer.body.error, answer.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
    expect((await ask()).status).toBe(refusal);
    await server.run('cleanup');
    expect([...s3.objects.keys()].filter((key) => key.includes(tenant.id))).toEqual([]);
  });
});
