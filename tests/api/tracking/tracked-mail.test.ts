import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { HTML, LINKS, on, SHOP, useTracking } from './tracking.ts';

describe.each(engines)('a mail that may be tracked on $name', (engine) => {
  const { server, tenant, sent, ask } = useTracking(engine);

  it('is left as it is where nobody asks to track it', async () => {
    const { html } = await sent({});
    expect(html.trim()).toBe(HTML);
  });

  it('gets an image for opens and an address for each link, as asked', async () => {
    const opens = await sent({ track_opens: true });
    expect(opens.html.replace(/<img [^>]*>/, '').trim()).toBe(HTML);
    expect(opens.pixel).toMatch(/^\/t\/o\/[A-Za-z0-9_-]+$/);
    const clicks = await sent({ track_clicks: true });
    expect(clicks.html).not.toContain('<img');
    expect(clicks.html.replace(`${LINKS}${clicks.link}`, 'https://shop.example/sale?a=1&amp;b=2').trim()).toBe(HTML);
  });

  it('takes the settings of its domain where it has none of its own', async () => {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { open_tracking: true, click_tracking: true } });
    const { pixel, link } = await sent({});
    expect([pixel, link]).toEqual([expect.stringMatching(/^\/t\/o\//), expect.stringMatching(/^\/t\/c\//)]);
    expect((await sent({ track_opens: false, track_clicks: false })).html.trim()).toBe(HTML);
  });

  it('keeps its text as it is', async () => {
    expect((await sent({ ...on, text_body: `See ${SHOP}` })).text.trim()).toBe(`See ${SHOP}`);
    expect((await sent({ ...on, html_body: undefined, text_body: `See ${SHOP}` })).html).toBe('');
  });

  it('keeps the link to unsubscribe', async () => {
    await tenant.call('POST', '/v1/templates', { body: { alias: 'news' } });
    const body = { subject: 'x', html_body: `${HTML}<a href="{{ unsubscribe_url }}">leave</a>` };
    await tenant.call('POST', '/v1/templates/news/versions', { body });
    const { html, headers, link } = await sent({
      ...on,
      html_body: undefined,
      subject: undefined,
      template_alias: 'news',
      stream: 'marketing',
    });
    expect(html).toContain(`href="${headers.get('list-unsubscribe')?.slice(1, -1)}"`);
    expect(link).not.toBe('');
  });

  describe('the links of a tenant', () => {
    const hitsOf = async (id: string) =>
      (await server.app.db.read.selectFrom('events').select('type').where('message_id', '=', id).execute()).filter(({ type }) =>
        ['open', 'click'].includes(type),
      );

    it('lead nowhere while it is suspended, and on again afterwards', async () => {
      const { id, pixel, link } = await sent();
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: true } });
      const click = await ask(link);
      expect([click.status, click.headers.get('location')]).toEqual([410, null]);
      expect(await click.text()).toContain('This link no longer works');
      expect((await ask(pixel)).status).toBe(410);
      expect(await hitsOf(id)).toEqual([]);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: false } });
      expect((await ask(link)).headers.get('location')).toBe(SHOP);
      expect((await ask(pixel)).status).toBe(200);
    });

    it('lead nowhere once it is deleted', async () => {
      const { pixel, link } = await sent();
      await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
      for (const step of ['at once', 'when its rows are gone']) {
        if (step !== 'at once') await server.run('cleanup');
        expect((await ask(link)).status).toBe(410);
        expect((await ask(pixel)).status).toBe(410);
      }
    });
  });
});
