import type { accountContract } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../../core/request/handler.ts';
import { findTenant } from '../../tenants/index.ts';
import { acceptLink, joinByLink } from '../links/accept-link.ts';
import { findLink } from '../links/store.ts';
import type { PeopleParts } from '../parts.ts';
import type { Link } from '../person.ts';
import { findUserByEmail } from '../user-store.ts';
import { presentOpened, presentSignedIn } from './present-signed-in.ts';

async function presentLink({ db }: AppContext, link: Link) {
  const tenant = link.tenantId === null ? undefined : await findTenant(db.read, link.tenantId);
  return {
    email: link.email,
    kind: link.kind,
    tenant_id: tenant?.id ?? null,
    tenant_name: tenant?.name ?? null,
    role: link.role,
    operator: link.isOperator,
    account_exists: (await findUserByEmail(db.read, link.email)) !== undefined,
    expires_at: link.expiresAt,
  };
}

/** Returns the handlers for one-time links. */
export function linkRoutes(parts: PeopleParts): Handlers<typeof accountContract>['links'] {
  const { app } = parts;
  return {
    read: async ({ body }) => {
      const link = await findLink(app.db.read, { hash: sha256(body().token), now: app.clock.now() });
      return link === undefined ? new ApiError('invalid_link') : reply(200, await presentLink(app, link));
    },
    accept: async ({ ctx, body }) => {
      const opened = await acceptLink(parts, body(), ctx.from);
      return opened instanceof ApiError ? opened : replyOr(await presentOpened(app, ctx, opened), 200, (me) => me);
    },
    join: async ({ ctx, body }) => {
      const { person } = ctx.caller;
      const link = await joinByLink(app, { ...body(), person });
      if (link instanceof ApiError) return link;
      ctx.changed = { tenantId: link.tenantId, object: person.userId };
      return replyOr(await presentSignedIn(app, person.userId, ctx.caller), 200, (me) => me);
    },
  };
}
