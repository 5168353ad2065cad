import type { adminContract, contract } from '@posthorn/contract';
import pTimeout from 'p-timeout';
import { parseAddress, withAsciiDomain } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { LARGE_BYTES } from '../core/incoming/incoming.ts';
import { type Context, refOf } from '../core/request/context.ts';
import { type Handlers, type RawBody, reply } from '../core/request/handler.ts';
import { fitPage } from '../db/fit-page.ts';
import { isUnread } from '../mail-reader/mail-reader.ts';
import type { LoggedMail } from './logged-mail.ts';
import { presentDetail, presentPage, type SourcedMail } from './present.ts';
import { readHeaders } from './read-headers.ts';
import { type InboundParts, receiveMail } from './receive-mail.ts';
import type { SpoolReader } from './spool/spool-reader.ts';
import { findInbound, listInbound, listInboundBytes } from './store.ts';

/** RFC 6266 and RFC 8187: any name, in letters that a header may have. */
const disposition = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** `/v1/inbound`. */
export function inboundRoutes({ app: { db }, blobs, reader }: InboundParts): Handlers<typeof contract>['inbound'] {
  const openSource = async ({ tenantId, blobKey }: LoggedMail) => (blobKey === null ? undefined : blobs.read({ tenantId, key: blobKey }));

  async function readSource(mail: LoggedMail): Promise<SourcedMail | undefined> {
    const raw = await openSource(mail);
    if (raw === undefined) return undefined;
    const parsed = mail.unreadable === null ? await reader.read('mail', { raw }, mail.tenantId) : undefined;
    return { raw, parsed: parsed === undefined || isUnread(parsed) ? undefined : parsed };
  }
  return {
    list: async ({ ctx, query }) => {
      const { tenantId } = ctx.caller;
      const page = await fitPage(query(), (asked) => listInboundBytes(db.read, tenantId, asked));
      return reply(200, presentPage(await listInbound(db.read, tenantId, page), page.limit));
    },
    get: async (input) => {
      const mail = await findInbound(db.read, refOf(input));
      if (mail === undefined) return new ApiError('not_found');
      const { content = true } = input.query();
      if (!content) return reply(200, presentDetail(mail, undefined));
      await beginReading(input.ctx, mail);
      return reply(200, presentDetail(mail, await readSource(mail)));
    },
    getAttachment: async ({ ctx, params }) => {
      const mail = await findInbound(db.read, refOf({ ctx, params }));
      // What could not be read is not tried again.
      const isThere = mail?.unreadable === null && /^(?:0|[1-9]\d{0,5})$/.test(params.n);
      if (isThere) await beginReading(ctx, mail);
      const raw = isThere ? await openSource(mail) : undefined;
      if (mail === undefined || raw === undefined) return new ApiError('not_found');
      const attachment = await reader.read('attachment', { raw, index: Number(params.n) }, mail.tenantId);
      if (attachment === null || isUnread(attachment)) return new ApiError('not_found');
      ctx.headers['Content-Type'] = attachment.contentType;
      ctx.headers['Content-Disposition'] = disposition(attachment.filename ?? 'attachment');
      return reply(200, oneChunk(attachment.content));
    },
  };
}

/** Waits for the turn of a large source, which is whole in memory while it is read and answered. */
async function beginReading({ beginLarge }: Context, mail: LoggedMail): Promise<void> {
  if (mail.size > LARGE_BYTES) await beginLarge?.(mail.size);
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const plainAddress = (given: string): string => parseAddress(given)?.address ?? withAsciiDomain(given.trim());

const LONGEST_WAIT_MS = 30_000;

/** `/admin/inbound`. */
export function adminInboundRoutes(parts: InboundParts, spool: SpoolReader): Handlers<typeof adminContract>['inbound'] {
  async function returnPathOf(mail: RawBody): Promise<string> {
    const headers = await parts.reader.read('mail', { raw: await readHeaders(mail.pieces()) }, 'operator');
    return isUnread(headers) ? '' : (headers.returnPath ?? '');
  }
  return {
    receive: async ({ query, body }) => {
      const { rcpt = [], from } = query();
      const mail = body();
      const envelopeFrom = plainAddress(from ?? (await returnPathOf(mail)));
      const taken = await receiveMail(parts, { content: mail.pieces(), envelopeFrom, recipients: rcpt.map(plainAddress), client: null });
      if (taken === undefined) return new ApiError('validation_failed', { field: 'rcpt' }, { detail: 'No recipient takes mail here.' });
      // So that whoever looks for it next finds it read; not for long, where much is read before it.
      await pTimeout(spool.add(taken), { milliseconds: LONGEST_WAIT_MS, message: false });
      return reply(201, { data: taken.destinations.entries.map(({ id, tenantId }) => ({ id, tenant_id: tenantId })) });
    },
  };
}
