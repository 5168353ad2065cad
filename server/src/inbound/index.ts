import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import type { Feature } from '../feature.ts';
import { addressErased } from '../suppressions/index.ts';
import { createMailResolver } from './authenticate-mail.ts';
import { eraseInbound } from './erase-inbound.ts';
import { adminInboundRoutes, inboundRoutes } from './routes.ts';
import { listenSmtp, type SmtpListener } from './smtp-listener.ts';
import { readCertificate } from './tls-files.ts';

export type { SmtpListener } from './smtp-listener.ts';

export interface InboundDeps {
  readonly blobs: Blobs;
  readonly budget: FairShare;
}

/** Receiving, wired. */
export function createInbound(app: AppContext, { blobs, budget }: InboundDeps) {
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host, DNS_SERVERS: servers } = app.config;
  const parts = { app, blobs, resolver: createMailResolver({ servers }) };
  app.hooks.on(addressErased, (erasure) => eraseInbound(parts, erasure));
  return {
    routes: { inbound: inboundRoutes(parts) },
    adminRoutes: { inbound: adminInboundRoutes(parts) },
    /** Listens where the settings say so. Throws ConfigError for a place where it cannot. */
    async listen(): Promise<SmtpListener | undefined> {
      return port === undefined ? undefined : listenSmtp(parts, { budget, host, port, tls: readCertificate(app.config) });
    },
  } satisfies Feature;
}
