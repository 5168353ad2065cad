import { describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { useServer } from '../../support/posthorn.ts';
import type { TestServer } from '../../support/server.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const ask = (server: TestServer, accept: string, path = '/') => fetch(`${server.url}${path}`, { headers: { accept }, redirect: 'manual' });

/** Where a browser ends up that opens the service. */
async function landsOn(server: TestServer): Promise<string> {
  const answer = await fetch(server.url, { headers: { accept: BROWSER } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  return new URL(answer.url).pathname;
}

const NOT_FOUND = { error: 'not_found' };
const TO_DOCS = '</docs>; rel="service-doc"';

describe('GET /', () => {
  const whole = useServer(sqlite);
  const capturing = useServer(sqlite, { CONSOLE: 'false' });
  const relaying = useServer(sqlite, { CONSOLE: 'false', PROVIDER_URL: 'smtp://127.0.0.1:1' });
  const closed = useServer(sqlite, { CONSOLE: 'false', PROVIDER_URL: 'smtp://127.0.0.1:1', PUBLIC_DOCS: 'false' });

  it('sends browsers to the console; without one to the mailbox where mail is captured, and to the documents elsewhere', async () => {
    expect((await ask(whole, BROWSER)).headers.get('location')).toBe('./console');
    expect(await landsOn(capturing)).toBe('/mailbox');
    expect(await landsOn(relaying)).toBe('/docs');
    expect((await ask(closed, BROWSER)).status).toBe(404);
  });

  it('names a place that holds behind a proxy with a path of its own', async () => {
    const { status, headers } = await ask(relaying, BROWSER);
    expect({ status, location: headers.get('location'), vary: headers.get('vary') }).toEqual({
      status: 302,
      location: './docs',
      vary: 'Accept',
    });
  });

  it('tells programs where paths can be read', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await ask(relaying, accept);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(NOT_FOUND);
      expect(answer.headers.get('link')).toBe(TO_DOCS);
    }
    const elsewhere = await ask(relaying, BROWSER, '/v2/email');
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.json()).toEqual(NOT_FOUND);
    const silent = await ask(closed, '*/*');
    expect(await silent.json()).toEqual(NOT_FOUND);
    expect(silent.headers.get('link')).toBeNull();
  });
});
