import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { download, type UploadFile, upload } from '../../support/fixtures/upload.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const MB = 1024 * 1024;
const DAY = 86_400_000;

describe.each(engines)('storage_key in a send on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  const other = useTenant(server);

  const put = async (file: UploadFile, key = tenant.key): Promise<string> => (await upload(server.url, key, file)).body.storage_key;
  const mail = (attachments: unknown) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', attachments });
  const send = (attachments: unknown) => tenant.call('POST', '/v1/email', { body: mail(attachments) });
  const detail = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  async function receivedFiles(messageId: string) {
    await server.run('dispatch');
    const { body: list } = await server.admin('GET', '/admin/captured?limit=100');
    const { id } = list.data.find((captured: { message_id: string }) => captured.message_id === messageId);
    const { body } = await server.admin('GET', `/admin/captured/${id}`);
    const { attachments } = await PostalMime.parse(body.raw_encoding === 'base64' ? Buffer.from(body.raw, 'base64') : body.raw);
    // Safe because attachments are read as bytes unless another encoding is asked for.
    return attachments.map(({ filename, mimeType, content }) => [filename, mimeType, Buffer.from(content as ArrayBuffer).toString()]);
  }

  it('attaches the uploaded file, under the name that the send gives it', async () => {
    const key = await put({ name: 'stored.csv', type: 'text/csv', content: 'a,b' });
    const { status, body } = await send([{ filename: 'Bericht 1.csv', storage_key: key }]);
    expect(status).toBe(202);
    expect((await detail(body.message_id)).attachments).toEqual([{ filename: 'Bericht 1.csv', content_type: 'text/csv', size: 3 }]);
    expect(await receivedFiles(body.message_id)).toEqual([['Bericht 1.csv', 'text/csv', 'a,b']]);
  });

  it("lets the send's media type win, and takes a null as absent", async () => {
    const key = await put({ type: 'text/csv', content: 'a,b' });
    const { body } = await send([{ filename: 'a', storage_key: key, content: null, content_type: 'application/json' }]);
    expect((await detail(body.message_id)).attachments).toEqual([{ filename: 'a', content_type: 'application/json', size: 3 }]);
  });

  it('serves any number of messages, beside inline content', async () => {
    const key = await put({ content: 'shared' });
    const inline = { filename: 'b', content: Buffer.from('inline').toString('base64') };
    const emails = Array.from({ length: 3 }, () => mail([{ filename: 'a', storage_key: key }, inline]));
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails } });
    for (const { message_id: id, error } of body.data) {
      expect(error).toBeNull();
      expect((await receivedFiles(id)).map(([, , content]) => content)).toEqual(['shared', 'inline']);
    }
  });

  it('may be used by a sending_access key', async () => {
    const { body } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'sends', permission: 'sending_access' } });
    const answer = await server.as(body.key)('POST', '/v1/email', {
      body: mail([{ filename: 'a', storage_key: await put({ content: 'x' }) }]),
    });
    expect(answer.status).toBe(202);
  });

  it('is either kept for the message or refused, however close its end is', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, (_, index) => put({ content: `file ${index}` })));
    await advance(7 * DAY - 1);
    const answers = await Promise.all(
      keys.map(async (storage_key, index) => {
        if (index === 6) await advance(1);
        if (index > 6) await server.run('cleanup');
        return send([{ filename: 'a', storage_key }]);
      }),
    );
    await server.run('cleanup');
    for (const [index, { status, body }] of answers.entries()) {
      const kept = (await download(server.url, tenant.key, keys[index] ?? '')).status;
      if (status === 422) expect([body.detail, kept]).toEqual(['attachment not found', 404]);
      else expect([status, kept]).toEqual([202, 200]);
    }
  });

  describe('422', () => {
    it('refuses a key that cannot be stored', async () => {
      for (const storage_key of [`${tenant.id}/msg_0/a\u0000`, `${tenant.id}/msg_0/\ud800`]) {
        const { status, body } = await send([{ filename: 'a', storage_key }]);
        expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'attachments[0].storage_key']);
      }
    });

    it('refuses a key that is unknown, foreign, no key at all or expired', async () => {
      const foreign = await put({ content: 'x' }, other.key);
      const expired = await put({ content: 'x' });
      await advance(7 * DAY);
      for (const storage_key of [`${tenant.id}/msg_0/a.txt`, foreign, expired, '', 'x', `${tenant.id}/../x`]) {
        const { status, body } = await send([{ filename: 'a', storage_key }]);
        expect([status, body]).toEqual([
          422,
          { error: 'validation_failed', detail: 'attachment not found', field: 'attachments[0].storage_key' },
        ]);
      }
    });

    it('asks for exactly one of content and storage_key', async () => {
      const key = await put({ content: 'x' });
      for (const attachment of [{ filename: 'a' }, { filename: 'a', content: 'eA==', storage_key: key }]) {
        expect(await send([attachment])).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'attachments[0]' } });
      }
    });

    it('counts uploaded files into the 25 MiB', async () => {
      const key = await put({ content: Buffer.alloc(10 * MB, 'x') });
      const stored = { filename: 'a', storage_key: key };
      const inline = { filename: 'b', content: Buffer.alloc(5 * MB).toString('base64') };
      expect((await send([stored, stored, inline])).status).toBe(202);
      const { status, body } = await send([stored, stored, inline, { filename: 'c', content: 'eA==' }]);
      expect([status, body.field, body.max_bytes]).toEqual([422, 'attachments', 25 * MB]);
    });

    it('fails one item of a batch alone', async () => {
      const emails = [mail([{ filename: 'a', storage_key: 'x' }]), mail([{ filename: 'a', storage_key: await put({ content: 'x' }) }])];
      const { status, body } = await tenant.call('POST', '/v1/email/batch', { body: { emails } });
      expect([status, body.data.map((item: { error: string | null }) => item.error)]).toEqual([200, ['validation_failed', null]]);
    });
  });
});
