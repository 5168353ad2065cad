import type { adminContract, UnreadableMail as WireMail } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { BlobRef, Blobs } from '../blobs/blobs.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { concernedMessages } from './concerned-messages.ts';
import { presentRaw } from './present.ts';
import { readBeginning } from './read-headers.ts';
import { findUnreadableById, listNewestUnreadable, type UnreadableMail } from './spool/spool-store.ts';

interface UnreadableParts {
  readonly app: AppContext;
  readonly blobs: Pick<Blobs, 'open'>;
}

const present = (app: AppContext, mail: UnreadableMail): WireMail => {
  const { returnPaths, entries, postmasters } = mail.destinations;
  return {
    id: mail.id,
    envelope_from: mail.envelopeFrom,
    rcpt_addrs: [...returnPaths, ...entries.flatMap(({ recipients }) => recipients), ...postmasters],
    message_ids: [...new Set(concernedMessages(app, mail).map(({ messageId }) => messageId))],
    client_ip: mail.client?.ip ?? null,
    size: mail.size,
    unreadable: mail.unreadable,
    created_at: mail.createdAt,
  };
};

async function readSource({ blobs }: UnreadableParts, source: BlobRef): Promise<Buffer | undefined> {
  const blob = await blobs.open(source);
  return blob && readBeginning(blob.content);
}

/** `/admin/unreadable-mail`. */
export function unreadableRoutes(parts: UnreadableParts): Handlers<typeof adminContract>['unreadableMails'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    list: async ({ query }) => {
      const page = query();
      return reply(
        200,
        toKeysetPage(await listNewestUnreadable(read, page), page.limit, (mail) => present(app, mail)),
      );
    },
    get: async ({ params }) => {
      const mail = await findUnreadableById(read, params.id);
      if (mail === undefined) return new ApiError('not_found');
      const raw = await readSource(parts, mail.source);
      const source = raw === undefined ? { raw: null, raw_encoding: null } : presentRaw(raw);
      return reply(200, { ...present(app, mail), ...source, truncated: mail.size > (raw?.length ?? 0) });
    },
  };
}
