import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { download, type UploadFile, upload, uploadRaw } from '../../support/fixtures/upload.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const LARGEST = 10_485_760;

describe.each(engines)('attachments on $name', (engine) => {
  let sendingKey: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const other = useTenant(server);
  beforeAll(async () => {
    sendingKey = (await tenant.call('POST', '/v1/api-keys', { body: { name: 'sends', permission: 'sending_access' } })).body.key;
  });

  const put = (file: UploadFile, key = tenant.key) => upload(server.url, key, file);
  const get = (storageKey: string, key = tenant.key) => download(server.url, key, storageKey);
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;

  describe('POST /v1/attachments', () => {
    describe('201', () => {
      it('answers the storage key, in the folder of a message that does not exist yet', async () => {
        const { status, body } = await put({ name: 'report.pdf', type: 'application/pdf', content: '%PDF' });
        expect(status).toBe(201);
        expect(body).toEqual({
          storage_key: expect.stringMatching(new RegExp(`^${tenant.id}/msg_[0-9a-hjkmnp-tv-z]{26}/report\\.pdf$`)),
          filename: 'report.pdf',
          content_type: 'application/pdf',
          size: 4,
          created_at: await now(),
        });
      });

      it.each([
        ['Größe (1) x.pdf', 'Gr_e_1_x.pdf'],
        ['..', 'file'],
        ['.htaccess', '_htaccess'],
        ['../../etc/passwd', 'passwd'],
        [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
      ])('reduces the file name %j', async (name, filename) => {
        const { status, body } = await put({ name, content: 'x' });
        expect([status, body.filename, body.storage_key.split('/')[2]]).toEqual([201, filename, filename]);
        expect((await get(body.storage_key)).bytes.toString()).toBe('x');
      });

      it('takes a file of exactly 10 MiB', async () => {
        const { status, body } = await put({ content: Buffer.alloc(LARGEST, 'x') });
        expect([status, body.size]).toEqual([201, LARGEST]);
      });

      it('takes a media type that is none for bytes', async () => {
        expect((await put({ type: 'what is this', content: 'x' })).body.content_type).toBe('application/octet-stream');
      });
    });

    describe('400', () => {
      it('refuses an empty file', async () => {
        expect(await put({ content: '' })).toMatchObject({ status: 400, body: { error: 'empty_file' } });
      });

      it('refuses a body without the file', async () => {
        expect(await tenant.call('POST', '/v1/attachments', { body: {} })).toMatchObject({ status: 400, body: { error: 'missing_file' } });
      });

      it.each(['', 'Content-Type: application/octet-stream\r\n'])(
        'says of a part without a filename that it is no file: %j',
        async (type) => {
          const text = `--X\r\nContent-Disposition: form-data; name="file"\r\n${type}\r\nhello\r\n--X--\r\n`;
          const detail = expect.stringContaining('has no filename');
          expect(await uploadRaw(server.url, tenant.key, text)).toMatchObject({ status: 400, body: { error: 'missing_file', detail } });
        },
      );

      it.each([
        ['the file', '--X\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello'],
        ['a long file', `--X\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(1_000_000)}`],
        ['another file', '--X\r\nContent-Disposition: form-data; name="other"; filename="a.txt"\r\n\r\nhello'],
        ['the headers', '--X\r\nContent-Disposition: form-data; na'],
      ])('refuses a form that breaks off within %s, and goes on', async (_what, text) => {
        for (let round = 0; round < 3; round += 1) {
          expect(await uploadRaw(server.url, tenant.key, text)).toMatchObject({ status: 400, body: { error: 'missing_file' } });
        }
        expect((await put({ content: 'x' })).status).toBe(201);
      });
    });

    it('refuses without a key with 401, and to a sending_access key with 403', async () => {
      expect(await put({ content: 'x' }, 'nonsense')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      expect(await put({ content: 'x' }, sendingKey)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });

    it('refuses more than 10 MiB with 413', async () => {
      const { status, body } = await put({ content: Buffer.alloc(LARGEST + 1, 'x') });
      expect([status, body.error, body.max_bytes]).toEqual([413, 'file_too_large', LARGEST]);
    });
  });

  describe('GET /attachments/{tenant_id}/{message_id}/{filename}', () => {
    it('answers the bytes to be saved, under their name and with their type', async () => {
      const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 251));
      const { body } = await put({ name: 'a b.bin', type: 'image/png', content: bytes });
      const { status, headers, bytes: received } = await get(body.storage_key);
      expect(status).toBe(200);
      expect(received.equals(bytes)).toBe(true);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '1000000',
        'content-disposition': 'attachment; filename="a_b.bin"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    });

    it('answers what came with a send', async () => {
      const file = { filename: 'Bild 1.png', content_type: 'image/png', content: Buffer.from('png').toString('base64') };
      const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', attachments: [file] };
      const { body } = await tenant.call('POST', '/v1/email', { body: mail });
      const { status, headers, bytes } = await get(`${tenant.id}/${body.message_id}/Bild_1.png`);
      expect([status, headers.get('content-type'), bytes.toString()]).toEqual([200, 'image/png', 'png']);
    });

    it('answers 404 for what is missing, and the same for what is foreign', async () => {
      const foreign = (await put({ content: 'x' }, other.key)).body.storage_key;
      const missing = await get(`${tenant.id}/msg_0/a.txt`);
      expect([missing.status, missing.bytes.toString()]).toEqual([404, '{"error":"not_found"}']);
      const answers = await Promise.all([get(foreign), get(`${other.id}/msg_0/a.txt`), get(`${tenant.id}/${foreign.split('/')[1]}/a.txt`)]);
      for (const { status, bytes } of answers) expect([status, bytes.equals(missing.bytes)]).toEqual([404, true]);
    });

    it('is for full_access keys', async () => {
      const { storage_key: key } = (await put({ content: 'x' })).body;
      expect((await get(key, 'nonsense')).status).toBe(401);
      expect((await get(key, sendingKey)).status).toBe(403);
      expect((await fetch(`${server.url}/attachments/${key}`)).status).toBe(401);
    });

    it('has no other paths beside it and no other methods', async () => {
      const { storage_key: key } = (await put({ content: 'x' })).body;
      expect(await tenant.call('DELETE', `/attachments/${key}`)).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
      for (const path of ['/attachments', '/attachments/a', `/attachments/${tenant.id}/x`]) {
        expect(await tenant.call('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
        expect((await fetch(`${server.url}${path}`)).status).toBe(401);
        expect((await server.as(sendingKey)('GET', path)).status).toBe(403);
      }
    });
  });
});
