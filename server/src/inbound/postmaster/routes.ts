import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply } from '../../core/request/handler.ts';
import { toKeysetPage } from '../../db/keyset.ts';
import { presentRaw } from '../../mime/present-raw.ts';
import { toWholeCharacters } from '../present.ts';
import { KEPT_BYTES, POSTMASTER, type PostmasterMail } from './postmaster-mail.ts';
import { findPostmasterMail, listPostmasterMails } from './store.ts';

const present = (mail: PostmasterMail) => ({
  id: mail.id,
  rcpt_addr: mail.recipient,
  envelope_from: mail.envelopeFrom,
  from_addr: mail.fromAddress,
  subject: mail.subject,
  client_ip: mail.clientIp,
  size: mail.size,
  truncated: mail.size > KEPT_BYTES,
  created_at: mail.createdAt,
});

interface PostmasterParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly blobs: Blobs;
}

/** `/admin/postmaster`. */
export function postmasterRoutes({ app: { db }, blobs }: PostmasterParts): Handlers<typeof adminContract>['postmaster'] {
  return {
    list: async ({ query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listPostmasterMails(db.read, page), page.limit, present));
    },
    get: async ({ params }) => {
      const mail = await findPostmasterMail(db.read, params.id);
      const raw = mail && (await blobs.read({ tenantId: POSTMASTER, key: mail.blobKey }));
      if (mail === undefined || raw === undefined) return new ApiError('not_found');
      return reply(200, { ...present(mail), ...presentRaw(mail.size > raw.length ? toWholeCharacters(raw) : raw) });
    },
  };
}
