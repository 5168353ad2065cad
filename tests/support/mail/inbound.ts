import type { AppContext } from '../../../server/src/app-context.ts';
import { createBlobs } from '../../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../../server/src/blobs/open-store.ts';
import { createHooks } from '../../../server/src/core/hooks.ts';
import { type Announcement, announced as onAnnounced } from '../../../server/src/events/index.ts';
import type { Listener } from '../../../server/src/feature.ts';
import { createInbound } from '../../../server/src/inbound/index.ts';
import { sharedReader } from './shared-reader.ts';

export interface InboundService {
  readonly listener: Listener;
  /** What was announced, in order. */
  readonly announced: readonly Announcement[];
  readonly jobs: ReturnType<typeof createInbound>['backgroundJobs'];
}

/** Starts the SMTP listener over an app, without the rest of a server. */
export async function startInbound(given: AppContext): Promise<InboundService> {
  const announced: Announcement[] = [];
  const app = { ...given, hooks: createHooks() };
  app.hooks.on(onAnnounced, async (_trx, announcements) => void announced.push(...announcements));
  const inbound = createInbound(app, { blobs: createBlobs(app, openByteStore(app)), reader: sharedReader });
  const listener = await inbound.listeners.smtp();
  if (listener === undefined) throw new Error('INBOUND_SMTP_PORT is not set');
  const close = async () => {
    await listener.close();
    await inbound.quiesce();
  };
  return { listener: { port: listener.port, close }, announced, jobs: inbound.backgroundJobs };
}
