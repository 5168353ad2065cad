import type { Engine } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

export const LINKS = 'https://links.example.com';
export const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Where the one link of the mail leads. */
export const SHOP = 'https://shop.example/sale?a=1&b=2';
export const HTML = `<body><p>Hi</p><a href="https://shop.example/sale?a=1&amp;b=2">Sale</a> <a href="mailto:a@shop.example">Write</a></body>`;

export const on = { track_opens: true, track_clicks: true };

/** A server, a tenant of its own for each test, and what is done with its tracked mail. */
export function useTracking(engine: Engine) {
  const server = useServer(engine, { ...BY_HAND, LINK_BASE_URL: LINKS });
  const tenant = useNewTenant(server);
  const show = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  return {
    server,
    tenant,
    show,
    /** Sends a mail; returns it as it went out, with the paths of its image and its link. */
    async sent(change: object = on) {
      const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', html_body: HTML, ...change };
      const { body } = await tenant.call('POST', '/v1/email', { body: mail });
      await server.run('dispatch');
      const captured = await capturedMail(server, body.message_id);
      const find = (form: RegExp) => form.exec(captured.html)?.[1] ?? '';
      return {
        id: body.message_id as string,
        ...captured,
        pixel: find(/src="https:\/\/links\.example\.com([^"]*)"/),
        link: find(/href="https:\/\/links\.example\.com(\/t\/[^"]*)"/),
      };
    },
    /** Asks as a reader does. */
    ask: (path: string, { headers = {}, ...options }: { method?: string; headers?: Record<string, string> } = {}) =>
      fetch(`${server.url}${path}`, { redirect: 'manual', ...options, headers: { 'User-Agent': READER, ...headers } }),
    /** The opens and clicks of a message. */
    told: async (id: string) => (await show(id)).events.filter(({ type }: { type: string }) => ['open', 'click'].includes(type)),
    advance: (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } }),
  };
}
