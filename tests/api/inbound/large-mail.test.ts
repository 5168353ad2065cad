import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { longestJson } from '../../support/longest-json.ts';
import { mailOf } from '../../support/mail/reports.ts';
import { mintInbox, useInbox, useMailroom } from './mailroom.ts';

const MOST_AT_A_STRETCH = 512 * 1024;
/** How long a client that reads nothing keeps others waiting. */
const MOST_WAITED_MS = 10_000;
const line = 'Grüße, "quoted" \\ and \u{1f600}.';

describe.each(engines)('a large mail on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useInbox(server);

  it('is answered in pieces, and whole', async () => {
    const head = ['From: a@sender.example', 'Subject: Large', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'];
    const raw = mailOf(...head, 'Content-Transfer-Encoding: 8bit', '', ...Array.from({ length: 60_000 }, () => line), '');
    const id = await inbox.receive(raw);
    let text = '';
    const longest = await longestJson(async () => {
      const answer = await fetch(`${server.url}/v1/inbound/${id}`, { headers: { Authorization: `Bearer ${inbox.key}` } });
      expect(answer.headers.get('content-type')).toBe('application/json');
      text = await answer.text();
    });
    expect(longest).toBeLessThan(MOST_AT_A_STRETCH);
    const mail = JSON.parse(text);
    expect(mail.raw === raw).toBe(true);
    expect(mail.text_body.replaceAll('\r\n', '\n').trimEnd() === Array.from({ length: 60_000 }, () => line).join('\n')).toBe(true);
  });

  it('waits until the client of another has read that, while other tenants read theirs', async () => {
    const raw = mailOf('From: a@sender.example', 'Subject: Large', '', `${'x'.repeat(62)}\r\n`.repeat(160_000));
    const id = await inbox.receive(raw);
    const get = (path: string, { key } = inbox) => fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const elsewhere = await mintInbox(server);
    const idElsewhere = await elsewhere.receive(raw);
    const begun = performance.now();
    const resting = await get(`/v1/inbound/${id}`);
    let waited: number | undefined;
    const others = ['', '/attachments/0'].map(async (path) => {
      const answer = await get(`/v1/inbound/${id}${path}`);
      await answer.text();
      waited ??= performance.now() - begun;
      return answer.status;
    });
    for (const path of ['', '/attachments/0']) await (await get(`/v1/inbound/${idElsewhere}${path}`, elsewhere)).text();
    expect((await get('/v1/inbound?limit=1')).status).toBe(200);
    // A machine may be so busy that the turn is over by now.
    expect(waited ?? MOST_WAITED_MS).toBeGreaterThanOrEqual(MOST_WAITED_MS);
    await resting.body?.cancel();
    expect(await Promise.all(others)).toEqual([200, 404]);
  });
});
