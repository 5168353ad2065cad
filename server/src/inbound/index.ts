import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { ByteBudget } from '../core/concurrency/byte-budget.ts';
import { addressErased } from '../suppressions/index.ts';
import { unsubscribeByMail } from '../tracking/index.ts';
import { mailAuthenticator } from './authenticate-mail.ts';
import { eraseInbound } from './erase-inbound.ts';
import { mailReceiver } from './receive-mail.ts';
import { adminInboundRoutes, inboundRoutes } from './routes.ts';
import { listenSmtp, type SmtpListener } from './smtp-listener.ts';
import { readCertificate } from './tls-files.ts';

export type { SmtpListener } from './smtp-listener.ts';

export interface InboundDeps {
  readonly blobs: Blobs;
  readonly budget: ByteBudget;
}

/** Receiving, wired. */
export function createInbound(app: AppContext, { blobs, budget }: InboundDeps) {
  const { config, log } = app;
  const authenticate = mailAuthenticator({ servers: config.DNS_SERVERS });
  const receiver = mailReceiver({ app, blobs, authenticate }, { unsubscribe: unsubscribeByMail(app) });
  app.hooks.on(addressErased, (erasure) => eraseInbound({ app, blobs }, erasure));
  return {
    routes: { inbound: inboundRoutes({ app, blobs }) },
    adminRoutes: { inbound: adminInboundRoutes(receiver) },
    /** Listens where the settings say so. Throws ConfigError for a place where it cannot. */
    async listen(): Promise<SmtpListener | undefined> {
      const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host } = config;
      return port === undefined ? undefined : listenSmtp({ receiver, budget, log, host, port, tls: readCertificate(config) });
    },
  };
}
