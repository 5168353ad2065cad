import type { Hono } from 'hono';
import { toApiError } from '../core/operation/to-api-error.ts';
import { createContext } from './create-context.ts';
import type { MountOptions } from './mount.ts';
import { baseHeaders } from './respond.ts';

/**
 * Mounts the question that a proxy asks before it gets a certificate for a host: `GET /link-hosts?domain=…`, answered 200 if links in mail
 * lead there and 404 if not, without a body. The name of the parameter is Caddy's (`on_demand_tls`, `ask`).
 */
export function mountLinkHosts(
  hono: Hono,
  isLinkHost: (host: string) => Promise<boolean>,
  options: Pick<MountOptions, 'random' | 'logFault'>,
): void {
  hono.get('/link-hosts', async (c) => {
    const context = createContext(options);
    try {
      const isOurs = await isLinkHost(c.req.query('domain') ?? '');
      return new Response(null, { status: isOurs ? 200 : 404, headers: baseHeaders(context) });
    } catch (error) {
      const fault = toApiError(error);
      options.logFault(fault, context);
      return new Response(null, { status: fault.status, headers: { ...baseHeaders(context), ...fault.headers } });
    }
  });
}
