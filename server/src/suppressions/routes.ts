import type { adminContract, contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Context } from '../core/request/context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { addSuppression, addSuppressions } from './add-suppressions.ts';
import { eraseAddress, forgetErasure } from './erase.ts';
import { presentPage, presentSuppression } from './present.ts';
import { removeSuppression, removeSuppressions } from './remove-suppressions.ts';
import { findSuppressions, listSuppressions, type SuppressionPage } from './store.ts';
import { ALL_TENANTS } from './suppression.ts';

/** Returns the handlers shared by a tenant's list and the operator's. */
function listVerbs(app: AppContext) {
  const { db } = app;
  return {
    list: async (tenantId: string, { email, ...page }: SuppressionPage) => {
      const wanted = email === undefined ? undefined : normalizeEmail(email);
      return reply(200, presentPage(await listSuppressions(db.read, tenantId, { ...page, email: wanted }), page.limit));
    },
    add: async (tenantId: string, email: string) => {
      const suppressed = await addSuppression(app, tenantId, email);
      if (suppressed instanceof ApiError) return suppressed;
      const shown = presentSuppression(suppressed.suppression);
      return suppressed.added ? reply(201, shown) : reply(200, shown);
    },
    remove: async (tenantId: string, given: string) =>
      reply(200, { deleted: true, email: await removeSuppression(app, tenantId, given) } as const),
  };
}

/** Returns the handlers of erasure lists; null stands for the operator's. */
function erasureVerbs(app: AppContext) {
  return {
    create: async (ctx: Context, tenantId: string | null, given: string) => {
      // Nothing kept about it contains the address, including the audit log.
      ctx.changed = { tenantId, object: null };
      const erased = await eraseAddress(app, tenantId, given);
      return replyOr(erased, 200, (email) => ({ erased: true, email }) as const);
    },
    delete: async (tenantId: string | null, given: string) =>
      reply(200, { deleted: true, email: await forgetErasure(app, tenantId, given) } as const),
  };
}

/** Returns the entry of a given address on a tenant's list. */
async function getSuppression({ db }: AppContext, tenantId: string, given: string) {
  const [found] = await findSuppressions(db.read, [{ tenantId, email: normalizeEmail(given) }]);
  return found ?? new ApiError('not_found');
}

/** Returns the handlers of `/v1/suppressions` and `/v1/erasures`. */
export function suppressionRoutes(app: AppContext): Pick<Handlers<typeof contract>, 'suppressions' | 'erasures'> {
  const { list, add, remove } = listVerbs(app);
  const erasures = erasureVerbs(app);
  return {
    suppressions: {
      list: ({ ctx, query }) => list(ctx.caller.tenantId, query()),
      add: ({ ctx, body }) => add(ctx.caller.tenantId, body().email),
      addMany: async ({ ctx, body }) => reply(200, await addSuppressions(app, ctx.caller.tenantId, body().emails)),
      removeMany: async ({ ctx, body }) => reply(200, await removeSuppressions(app, ctx.caller.tenantId, body().emails)),
      get: async ({ ctx, params }) => replyOr(await getSuppression(app, ctx.caller.tenantId, params.email), 200, presentSuppression),
      remove: ({ ctx, params }) => remove(ctx.caller.tenantId, params.email),
    },
    erasures: {
      create: ({ ctx, body }) => erasures.create(ctx, ctx.caller.tenantId, body().email),
      delete: ({ ctx, params }) => erasures.delete(ctx.caller.tenantId, params.email),
    },
  };
}

/** Returns the handlers of `/admin/suppressions` and `/admin/erasures`. */
export function adminSuppressionRoutes(app: AppContext): Pick<Handlers<typeof adminContract>, 'suppressions' | 'erasures'> {
  const { list, add, remove } = listVerbs(app);
  const erasures = erasureVerbs(app);
  return {
    suppressions: {
      list: ({ query }) => list(ALL_TENANTS, query()),
      add: ({ body }) => add(ALL_TENANTS, body().email),
      remove: ({ params }) => remove(ALL_TENANTS, params.email),
    },
    erasures: {
      create: ({ ctx, body }) => erasures.create(ctx, null, body().email),
      delete: ({ params }) => erasures.delete(null, params.email),
    },
  };
}
