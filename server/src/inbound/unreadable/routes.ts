import type { adminContract, UnreadableMail as WireMail } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply } from '../../core/request/handler.ts';
import { toKeysetPage } from '../../db/keyset.ts';
import { presentRaw } from '../../mime/present-raw.ts';
import { toWholeCharacters } from '../present.ts';
import { readBeginning } from '../read-headers.ts';
import { findUnreadableById, listNewestUnreadable, type UnreadableMail } from '../spool/spool-store.ts';
import { type ConcernedMessage, concernedByEach, concernedMessages } from './concerned-messages.ts';

interface UnreadableParts {
  readonly app: AppContext;
  readonly blobs: Pick<Blobs, 'open'>;
}

const present = (mail: UnreadableMail, concerned: readonly ConcernedMessage[]): WireMail => {
  const { returnPaths, entries, postmasters } = mail.destinations;
  return {
    id: mail.id,
    envelope_from: mail.envelopeFrom,
    rcpt_addrs: [...returnPaths, ...entries.flatMap(({ recipients }) => recipients), ...postmasters],
    message_ids: [...new Set(concerned.map(({ messageId }) => messageId))],
    client_ip: mail.client?.ip ?? null,
    size: mail.size,
    unreadable: mail.unreadable,
    created_at: mail.createdAt,
  };
};

async function readSource({ blobs }: UnreadableParts, { source, size }: UnreadableMail): Promise<Buffer | undefined> {
  const blob = await blobs.open(source);
  const raw = blob && (await readBeginning(blob.content));
  return raw && (size > raw.length ? toWholeCharacters(raw) : raw);
}

/** `/admin/unreadable-mail`. */
export function unreadableRoutes(parts: UnreadableParts): Handlers<typeof adminContract>['unreadableMails'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    list: async ({ query }) => {
      const page = query();
      const { data, next_cursor } = toKeysetPage(await listNewestUnreadable(read, page), page.limit, (mail) => mail);
      const concerned = await concernedByEach(app, data);
      return reply(200, { data: data.map((mail, at) => present(mail, concerned[at] ?? [])), next_cursor });
    },
    get: async ({ params }) => {
      const mail = await findUnreadableById(read, params.id);
      if (mail === undefined) return new ApiError('not_found');
      const raw = await readSource(parts, mail);
      const source = raw === undefined ? { raw: null, raw_encoding: null } : presentRaw(raw);
      return reply(200, { ...present(mail, concernedMessages(app, mail)), ...source, truncated: mail.size > (raw?.length ?? 0) });
    },
  };
}
