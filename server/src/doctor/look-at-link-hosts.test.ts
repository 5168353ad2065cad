import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { askLinkHosts } from './look-at-link-hosts.ts';

describe('links to hosts of domains', () => {
  let server: Server;
  const paths: (string | undefined)[] = [];
  beforeAll(async () => {
    // A proxy that passes on what comes to one name.
    server = createServer(({ headers: { host = '' }, url }, response) => {
      paths.push(url);
      if (host.startsWith('127.0.0.1')) response.setHeader('X-API-Version', '1');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const ask = (hosts: readonly string[]) => {
    const { port } = server.address() as AddressInfo;
    return askLinkHosts(readConfig({ LINK_BASE_URL: `http://service.invalid:${port}/mail`, DATABASE_URL: 'sqlite::memory:' }), hosts);
  };

  it('are asked for, up to 200 of them', async () => {
    expect(await ask([])).toEqual([]);
    expect(await ask(['127.0.0.1'])).toMatchObject([{ subject: 'links', state: 'ok', detail: 'all 1 hosts of domains answer' }]);
    expect(paths).toEqual(['/mail/u/doctor']);
    const many = Array.from({ length: 201 }, () => '127.0.0.1');
    expect(await ask(many)).toMatchObject([{ state: 'ok', detail: 'the first 200 of 201 hosts of domains answer' }]);
  });

  it('do not open where something else answers, or nothing', async () => {
    const mend = expect.stringContaining('certificate');
    expect(await ask(['links.nowhere.invalid', '127.0.0.1', 'localhost'])).toMatchObject([
      {
        subject: 'links',
        state: 'warning',
        detail: expect.stringMatching(/^those to links\.nowhere\.invalid do not open from here: ./),
        mend,
      },
      { subject: 'links', state: 'warning', detail: 'those to localhost do not open from here: something else answers, with 404', mend },
    ]);
  });
});
