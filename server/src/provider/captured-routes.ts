import { isUtf8 } from 'node:buffer';
import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type CapturedSummaryRow, findCaptured, listCaptured } from './captured-store.ts';

const parseRecipients = (json: string): string[] => JSON.parse(json);

const present = ({ id, tenant_id, message_id, mail_from, rcpt_to, subject, size, created_at }: CapturedSummaryRow) => ({
  id,
  tenant_id,
  message_id,
  mail_from,
  rcpt_to: parseRecipients(rcpt_to),
  subject,
  size,
  created_at,
});

/** JSON cannot carry bytes: those that are no valid UTF-8 go as base64. */
function presentRaw(raw: Buffer) {
  const encoding = isUtf8(raw) ? 'utf8' : 'base64';
  return { raw: raw.toString(encoding), raw_encoding: encoding } as const;
}

/** Handlers of `/admin/captured`. */
export function capturedRoutes({ db }: Pick<AppContext, 'db'>): Handlers<typeof adminContract>['captured'] {
  return {
    list: async ({ query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listCaptured(db.read, page), page.limit, present));
    },
    get: async ({ params }) => {
      const row = await findCaptured(db.read, params.id);
      return row === undefined ? new ApiError('not_found') : reply(200, { ...present(row), ...presentRaw(row.raw) });
    },
  };
}
