import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../server/src/blobs/open-store.ts';
import { type Announcement, announcer } from '../../server/src/events/index.ts';
import { createInbound, type SmtpListener } from '../../server/src/inbound/index.ts';
import type { Platform } from '../../server/src/platform.ts';

export interface InboundService {
  readonly listener: SmtpListener;
  /** What was announced, in order. */
  readonly announced: readonly Announcement[];
}

/** The SMTP listener over a platform, without the rest of a server. */
export async function startInbound(platform: Platform): Promise<InboundService> {
  const announced: Announcement[] = [];
  const inbound = createInbound(platform, {
    blobs: createBlobs(platform, openByteStore(platform)),
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
