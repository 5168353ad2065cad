import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { presentContactRow } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { addManyMembers, addMembers } from './add-members.ts';
import { deleteAudience } from './delete-audience.ts';
import { deleteMember, listMembers } from './member-store.ts';
import { presentAudience, presentResult } from './present.ts';
import { findAudience, listAudiences } from './store.ts';
import { createAudience, updateAudience } from './write-audience.ts';

/** `/v1/audiences`. */
export function audienceRoutes(app: AppContext): Handlers<typeof contract>['audiences'] {
  const { db } = app;
  const keyOf = (tenantId: string, { id }: { id: string }) => ({ tenantId, id });
  return {
    create: async ({ ctx, body }) => reply(201, presentResult(await createAudience(app, ctx.caller.tenantId, body()))),
    list: async ({ ctx, query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listAudiences(db.read, ctx.caller.tenantId, page), page.limit, presentAudience));
    },
    get: async ({ ctx, params }) => {
      const audience = await findAudience(db.read, keyOf(ctx.caller.tenantId, params));
      return audience === undefined ? new ApiError('not_found') : reply(200, presentAudience(audience));
    },
    update: async ({ ctx, params, body }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      if ((await findAudience(db.read, key)) === undefined) return new ApiError('not_found');
      const updated = await updateAudience(app, key, body());
      return updated instanceof ApiError ? updated : reply(200, presentResult(updated));
    },
    delete: async ({ ctx, params }) => {
      const deleted = await deleteAudience(app, keyOf(ctx.caller.tenantId, params));
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id } as const);
    },
    addMember: async ({ ctx, params, body }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      if ((await findAudience(db.read, key)) === undefined) return new ApiError('not_found');
      const { contact_id } = body();
      const added = await addMembers(app, key, [contact_id]);
      if (added instanceof ApiError) return added;
      if (added[0] === 'unknown') return new ApiError('contact_not_found');
      const membership = { audience_id: params.id, contact_id, added: added[0] === 'added' };
      return membership.added ? reply(201, membership) : reply(200, membership);
    },
    addMembers: async ({ ctx, params, body }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      if ((await findAudience(db.read, key)) === undefined) return new ApiError('not_found');
      const added = await addManyMembers(app, key, body().contact_ids);
      return added instanceof ApiError ? added : reply(200, added);
    },
    listMembers: async ({ ctx, params, query }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      if ((await findAudience(db.read, key)) === undefined) return new ApiError('not_found');
      const page = query();
      return reply(200, toKeysetPage(await listMembers(db.read, key, page), page.limit, presentContactRow));
    },
    removeMember: async ({ ctx, params }) => {
      const { id, contact_id } = params;
      const key = keyOf(ctx.caller.tenantId, params);
      if ((await findAudience(db.read, key)) === undefined) return new ApiError('not_found');
      await db.transact((trx) => deleteMember(trx, key, contact_id));
      return reply(200, { deleted: true, audience_id: id, contact_id } as const);
    },
  };
}
