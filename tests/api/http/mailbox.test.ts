import { describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { useServer } from '../../support/posthorn.ts';
import { startTestServer } from '../../support/server.ts';

const server = useServer(sqlite);

const get = (path: string) => fetch(`${server.url}${path}`);

describe('GET /mailbox', () => {
  it('is a page that needs no token, sets no cookie and cannot be framed', async () => {
    const answer = await get('/mailbox');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy?.find((directive) => directive.startsWith('script-src'))).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/);
  });

  it('holds no mail', async () => {
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject: 'Hidden', text_body: 'x' } });
    await server.run('dispatch');
    expect((await server.admin('GET', '/admin/captured')).body.data).toMatchObject([{ subject: 'Hidden' }]);
    expect(await (await get('/mailbox')).text()).not.toContain('Hidden');
  });

  it('comes with its scripts and styles, and the parser of mail', async () => {
    for (const path of ['/mailbox/main.js', '/mailbox/postal-mime/postal-mime.js', '/mailbox/postal-mime/base64-decoder.js']) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    }
    const sheets = [...(await (await get('/mailbox')).text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, path]) => `/${path}`,
    );
    expect(sheets).toContain('/mailbox/base.css');
    for (const path of sheets) expect((await get(path)).headers.get('content-type')).toBe('text/css; charset=utf-8');
    for (const path of ['/mailbox/', '/mailbox/none.js', '/mailbox/postal-mime/package.json']) expect((await get(path)).status).toBe(404);
  });

  it('is not there where mail is handed to a server', async () => {
    const other = await startTestServer(sqlite, { PROVIDER_URL: 'smtp://127.0.0.1:1' });
    for (const path of ['/mailbox', '/mailbox/main.js']) {
      const answer = await fetch(`${other.url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'not_found' });
    }
    await other.stop();
  });
});
