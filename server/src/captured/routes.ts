import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { presentRaw } from '../mime/present-raw.ts';
import { type CapturedSummary, findCaptured, listCaptured } from '../provider/captured-store.ts';

const present = ({ id, tenantId, messageId, envelope, from, subject, size, createdAt }: CapturedSummary) => ({
  id,
  tenant_id: tenantId,
  message_id: messageId,
  mail_from: envelope.from,
  rcpt_to: [...envelope.to],
  from,
  subject,
  size,
  created_at: createdAt,
});

/** Returns the handlers of `/admin/captured`. */
export function capturedRoutes({ db }: Pick<AppContext, 'db'>): Handlers<typeof adminContract>['captured'] {
  return {
    list: async ({ query }) => {
      const { tenant_id: tenantId, ...page } = query();
      return reply(200, toKeysetPage(await listCaptured(db.read, { ...page, tenantId }), page.limit, present));
    },
    get: async ({ params }) => replyOr(await findCaptured(db.read, params.id), 200, (row) => ({ ...present(row), ...presentRaw(row.raw) })),
  };
}
