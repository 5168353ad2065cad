import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { importsOf } from '../../support/fixtures/imports.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const MOST_BYTES = 2 * 1024 * 1024;
/** Factor for what a row has beside its long texts, in JSON. */
const BESIDE = 1.2;

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | number | null;
  readonly has_more?: boolean;
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe.each(engines)('pages of large rows on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const get = async (path: string): Promise<Page> => (await tenant.call('GET', path)).body;

  /** Reads a list to its end; returns its pages. */
  async function readAll(path: string, cursorName = 'cursor'): Promise<Page[]> {
    const pages: Page[] = [await get(path)];
    for (let last = pages[0]; last?.next_cursor !== null && last?.has_more !== false; last = pages.at(-1))
      pages.push(await get(`${path}&${cursorName}=${last?.next_cursor}`));
    return pages;
  }

  function expectSmall(pages: readonly Page[], ids: readonly unknown[], idName = 'id') {
    expect(pages.flatMap(({ data }) => data.map((row) => row[idName]))).toEqual(ids);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(sizeOf))).toBeLessThan(MOST_BYTES * BESIDE);
    // No page ends before it has to.
    const sizes = pages.map(({ data }) => data.map(sizeOf));
    for (const [index, rows] of sizes.slice(0, -1).entries())
      expect(rows.reduce((sum, size) => sum + size, sizes[index + 1]?.[0] ?? 0)).toBeGreaterThan(MOST_BYTES * 0.9);
  }

  describe('messages', () => {
    const tags = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`tag_${index}`, 'é'.repeat(256)]));
    const ids: string[] = [];
    beforeAll(async () => {
      const to = Array.from({ length: 50 }, (_, index) => `${'é'.repeat(250)} <r${index}@example.net>`);
      const mail = { from: tenant.from, to, subject: 'Large', text_body: 'x', tags, scheduled_at: server.app.clock.now() + 3_600_000 };
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails: Array.from({ length: 50 }, () => mail) } });
      ids.push(...body.data.map(({ message_id: id }: { message_id: string }) => id).toReversed());
    });

    it.each([
      '/v1/messages?limit=100',
      '/v1/messages?limit=100&tag_key=tag_7',
      '/v1/messages/search?limit=100&subject=large',
      '/v1/messages/search?limit=100&tag_key=tag_7',
      '/v1/messages/search?limit=100&recipient=r3@example.net',
    ])('are told by %s', async (path) => expectSmall(await readAll(path), ids));
  });

  it('are told of automations', async () => {
    const values = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`name${index}`, 'x'.repeat(90)]));
    const steps = Array.from({ length: 50 }, () => ({ type: 'update_contact', attributes: values }));
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const { body } = await tenant.call('POST', '/v1/automations', { body: { name: 'a', trigger_kind: 'contact_created', steps } });
      ids.unshift(body.id);
    }
    expectSmall(await readAll('/v1/automations?limit=100'), ids);
  });

  it('are told of imports, of what they announce, and of where that goes', async () => {
    const { body: webhook } = await tenant.call('POST', '/v1/webhooks', {
      body: { url: 'https://hooks.example.com/in', events: ['contact.import.completed'] },
    });
    const columns = Array.from({ length: 100 }, (_, index) => `${'漢'.repeat(90)}${index}`);
    const rows = Array.from({ length: 100 }, (_, index) => `${'漢'.repeat(250)}${index}`);
    const ids: string[] = [];
    for (let index = 0; index < 24; index += 1)
      ids.unshift((await importsOf(server, tenant).runAll([['email', ...columns].join(','), ...rows].join('\n'))).import_id);
    expectSmall(await readAll('/v1/contacts/imports?limit=100'), ids, 'import_id');
    const importsIn = (pages: readonly Page[]) =>
      pages.map((page) => ({ ...page, data: page.data.map((event) => ({ ...event, id: JSON.stringify(event).match(/imp_\w+/)?.[0] })) }));
    const told = await readAll('/v1/events?limit=100&types=contact.import.completed', 'after');
    expectSmall(importsIn(told), ids.toReversed());
    expectSmall(importsIn(await readAll(`/v1/webhooks/${webhook.id}/deliveries?limit=100`)), ids);
  });
});
