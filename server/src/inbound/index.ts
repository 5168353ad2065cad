import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { temporaryDirectoryOf } from '../config/config.ts';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import type { IncomingSpace } from '../core/incoming/incoming.ts';
import { createTemporaryFiles } from '../core/incoming/temporary-file.ts';
import type { Feature, Listener } from '../feature.ts';
import type { MailReader } from '../mail-reader/mail-reader.ts';
import { inboundCertificateFilesOf } from '../smtp/certificate.ts';
import { addressErased } from '../suppressions/index.ts';
import { createMailResolver } from './authenticate-mail.ts';
import { countReceived } from './count-received.ts';
import { eraseInbound } from './erase-inbound.ts';
import { erasePostmaster } from './postmaster/erase-postmaster.ts';
import { KEPT_MS } from './postmaster/postmaster-mail.ts';
import { postmasterRoutes } from './postmaster/routes.ts';
import { deleteOldPostmasterMails } from './postmaster/store.ts';
import type { InboundParts } from './receive-mail.ts';
import { adminInboundRoutes, inboundRoutes } from './routes.ts';
import { listenSmtp } from './smtp-listener.ts';
import { createSpoolReader, type SpoolReader } from './spool/spool-reader.ts';
import { deleteUnreadable, UNREADABLE_KEPT_MS } from './spool/spool-store.ts';
import { eraseUnreadable } from './unreadable/erase-unreadable.ts';
import { unreadableRoutes } from './unreadable/routes.ts';

export { countSpooled, type SpooledCount } from './spool/spool-count-store.ts';

/** Memory for mail on its way to the store. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const DISK_BYTES = 1024 * 1024 * 1024;

const spaceOf = ({ config, random, priority }: AppContext): IncomingSpace => ({
  memory: createFairShare(MEMORY_BYTES),
  disk: createFairShare(DISK_BYTES),
  openFile: createTemporaryFiles({ directory: temporaryDirectoryOf(config), random }).open,
  awaitTurn: priority.awaitBackgroundTurn,
});

async function listen(parts: InboundParts, spool: SpoolReader): Promise<Listener | undefined> {
  const { config } = parts.app;
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host } = config;
  if (port === undefined) return undefined;
  return listenSmtp(parts, { space: spaceOf(parts.app), spool, host, port, files: inboundCertificateFilesOf(config) });
}

/** Creates the feature `inbound`: its routes, the SMTP listener, and the reading of what it has taken. */
export function createInbound(app: AppContext, { blobs, reader }: { readonly blobs: Blobs; readonly reader: MailReader }) {
  const { DNS_SERVERS: servers } = app.config;
  const parts = { app, blobs, reader, resolver: createMailResolver({ servers }) };
  const spool = createSpoolReader(parts);
  app.hooks.on(addressErased, (erasure) => eraseInbound(parts, erasure));
  app.hooks.on(addressErased, (erasure) => eraseUnreadable(parts, erasure));
  app.hooks.on(addressErased, (erasure) => erasePostmaster(parts, erasure));
  return {
    routes: { inbound: inboundRoutes(parts) },
    adminRoutes: {
      inbound: adminInboundRoutes(parts, spool),
      postmaster: postmasterRoutes(parts),
      unreadableMails: unreadableRoutes(parts),
    },
    backgroundJobs: { inbound: { run: spool.sweep, runToEnd: spool.drain, nextDueAt: spool.nextDueAt } },
    cleanup: [
      (limit: number) => app.db.transact((trx) => deleteUnreadable(trx, { before: app.clock.now() - UNREADABLE_KEPT_MS, limit })),
      (limit: number) => app.db.transact((trx) => deleteOldPostmasterMails(trx, { before: app.clock.now() - KEPT_MS, limit })),
    ],
    metrics: (registry) => countReceived(app, registry),
    quiesce: spool.stop,
    listeners: { smtp: () => listen(parts, spool) },
  } satisfies Feature;
}
