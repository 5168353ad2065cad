import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, HOUR } from '../../support/fixtures/automations.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/broadcasts/{id}/stats on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('counts events over time and clicks by link, where that is asked for', async () => {
    const tenant = await server.mint();
    const { messages, advance } = automationsOf(server, tenant);
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 3)));
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    await advance(HOUR - (now % HOUR));
    const begun = now - (now % HOUR) + HOUR;
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const sent = await messages();
    const click = (place: number, url: string, more: object = {}) =>
      server.admin('POST', '/admin/provider-events', {
        body: {
          message_id: sent[place].id,
          type: 'click',
          recipients: sent[place].to,
          data: { url, ip: null, user_agent: `"${url}'`, ...more },
        },
      });
    // A program clicks everything; readers are counted.
    for (const place of [0, 1, 2]) await click(place, 'https://c.example/', { prefetch: true });
    await click(0, 'https://a.example/?x=1&y="ü"', { prefetch: false });
    await advance(2 * HOUR);
    for (const place of [0, 1, 1]) await click(place, 'https://b.example/');
    await click(2, 'https://a.example/?x=1&y="ü"');

    const stats = async (query = '') => (await tenant.call('GET', `/v1/broadcasts/${id}/stats${query}`)).body;
    const plain = await stats();
    expect(plain).toMatchObject({ events: { sent: 3, click: 5 }, unique_clicks: 3, timeline: null, links: null });
    const { timeline, links, ...rest } = await stats('?interval=hour&links=true');
    expect({ ...rest, timeline: null, links: null }).toEqual(plain);
    expect(timeline).toEqual([
      { at: begun, events: expect.objectContaining({ sent: 3, click: 1, open: 0 }) },
      { at: begun + 2 * HOUR, events: expect.objectContaining({ sent: 0, click: 4 }) },
    ]);
    expect(links).toEqual([
      { url: 'https://b.example/', clicks: 3, unique_clicks: 2 },
      { url: 'https://a.example/?x=1&y="ü"', clicks: 2, unique_clicks: 2 },
    ]);
    const byDay = await stats('?interval=day&links=false');
    expect(byDay.links).toBeNull();
    expect(await tenant.call('GET', `/v1/broadcasts/${id}/stats?links=1`)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', field: 'links' },
    });
    const sum = byDay.timeline.reduce((total: number, { events }: { events: { click: number } }) => total + events.click, 0);
    expect(sum).toBe(5);
    expect((await stats('?interval=week')).timeline).toBeNull();
  });
});
