import type { Buffer } from 'node:buffer';
import type { adminContract, contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { refOf } from '../core/context.ts';
import { parseAddress } from '../core/email-address.ts';
import { type Handlers, reply, replyOr } from '../core/handler.ts';
import { parseMail } from './parse-mail.ts';
import { presentDetail, presentPage, type SourcedMail } from './present.ts';
import { receiveMail } from './receive-mail.ts';
import type { LoggedMail } from './received-mail.ts';
import { findInbound, listInbound } from './store.ts';
import type { InboundParts } from './take-mail.ts';

/** RFC 6266 and RFC 8187: any name, in letters that a header may have. */
const disposition = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** `/v1/inbound`. */
export function inboundRoutes({ app: { db }, blobs }: Pick<InboundParts, 'app' | 'blobs'>): Handlers<typeof contract>['inbound'] {
  async function openSource({ tenantId, blobKey }: LoggedMail): Promise<SourcedMail | undefined> {
    const raw = blobKey === null ? undefined : await blobs.read({ tenantId, key: blobKey });
    return raw === undefined ? undefined : { raw, parsed: await parseMail(raw) };
  }
  return {
    list: async ({ ctx, query }) => {
      const page = query();
      return reply(200, presentPage(await listInbound(db.read, ctx.caller.tenantId, page), page.limit));
    },
    get: async (input) => {
      const mail = await findInbound(db.read, refOf(input));
      return replyOr(mail && presentDetail(mail, await openSource(mail)), 200, (detail) => detail);
    },
    getAttachment: async ({ ctx, params }) => {
      const mail = await findInbound(db.read, refOf({ ctx, params }));
      const source = mail === undefined || !/^\d{1,6}$/.test(params.n) ? undefined : await openSource(mail);
      const attachment = source?.parsed.attachments[Number(params.n)];
      if (attachment === undefined) return new ApiError('not_found');
      ctx.headers['Content-Type'] = attachment.contentType;
      ctx.headers['Content-Disposition'] = disposition(attachment.filename ?? 'attachment');
      ctx.headers['X-Content-Type-Options'] = 'nosniff';
      return reply(200, oneChunk(attachment.content));
    },
  };
}

async function* oneChunk(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

const plainAddress = (given: string): string => parseAddress(given)?.address ?? given.trim();

/** `/admin/inbound`. */
export function adminInboundRoutes(parts: InboundParts): Handlers<typeof adminContract>['inbound'] {
  return {
    receive: async ({ query, body }) => {
      const { rcpt = [], from } = query();
      const raw = body();
      const envelopeFrom = plainAddress(from ?? (await parseMail(raw)).returnPath ?? '');
      const taken = await receiveMail(parts, { raw, envelopeFrom, recipients: rcpt.map(plainAddress), client: null });
      if (taken === undefined) return new ApiError('validation_failed', { field: 'rcpt' }, { detail: 'No recipient takes mail here.' });
      return reply(201, { data: taken.map(({ id, tenantId }) => ({ id, tenant_id: tenantId })) });
    },
  };
}
