import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Announce } from '../events/index.ts';
import type { TakeReport } from '../feedback/index.ts';
import type { UnsubscribeByMail } from '../tracking/index.ts';
import { mailAuthenticator } from './authenticate-mail.ts';
import { inboundEraser } from './erase-inbound.ts';
import { mailReceiver } from './receive-mail.ts';
import { adminInboundRoutes, inboundRoutes } from './routes.ts';
import { type ByteBudget, listenSmtp, type SmtpListener } from './smtp-listener.ts';
import { readCertificate } from './tls-files.ts';

export type { SmtpListener } from './smtp-listener.ts';

export interface InboundDeps {
  readonly blobs: Blobs;
  readonly announce: Announce;
  readonly takeReport: TakeReport;
  readonly unsubscribe: UnsubscribeByMail;
  readonly budget: ByteBudget;
}

/** Receiving, wired. */
export function createInbound(app: AppContext, { blobs, announce, takeReport, unsubscribe, budget }: InboundDeps) {
  const { config, log } = app;
  const authenticate = mailAuthenticator({ servers: config.DNS_SERVERS });
  const receiver = mailReceiver({ app, blobs, announce, authenticate }, { takeReport, unsubscribe });
  return {
    routes: inboundRoutes({ app, blobs }),
    adminRoutes: adminInboundRoutes(receiver),
    eraser: inboundEraser(app, blobs),
    /** Listens where the settings say so. Throws ConfigError for a place where it cannot. */
    async listen(): Promise<SmtpListener | undefined> {
      const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host } = config;
      return port === undefined ? undefined : listenSmtp({ receiver, budget, log, host, port, tls: readCertificate(config) });
    },
  };
}
