import type { AppContext } from '../../server/src/app-context.ts';
import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../server/src/blobs/open-store.ts';
import { type Announcement, announcer } from '../../server/src/events/index.ts';
import { createInbound, type SmtpListener } from '../../server/src/inbound/index.ts';

export interface InboundService {
  readonly listener: SmtpListener;
  /** What was announced, in order. */
  readonly announced: readonly Announcement[];
}

/** The SMTP listener over a app, without the rest of a server. */
export async function startInbound(app: AppContext): Promise<InboundService> {
  const announced: Announcement[] = [];
  const inbound = createInbound(app, {
    blobs: createBlobs(app, openByteStore(app)),
    announce: announcer([
      async (_trx, announcements) => {
        announced.push(...announcements);
      },
    ]),
    takeReport: async () => undefined,
    unsubscribe: { messageOf: () => undefined, take: async () => undefined },
    budget: { take: () => true, give: () => undefined },
  });
  const listener = await inbound.listen();
  if (listener === undefined) throw new Error('INBOUND_SMTP_PORT is not set');
  return { listener, announced };
}
