import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createDomain } from './create-domain.ts';
import { deleteDomain } from './delete-domain.ts';
import type { SendingDomain } from './domain.ts';
import { presentDomain } from './present.ts';
import { findDomain, listDomains } from './store.ts';
import { updateDomain } from './update-domain.ts';
import { type DomainParts, verifyDomain } from './verify-domain.ts';

/** `/v1/domains`. */
export function domainRoutes(parts: DomainParts): Handlers<typeof contract>['domains'] {
  const { app } = parts;
  const { db, config } = app;
  const present = (domain: SendingDomain) => presentDomain(domain, config);
  return {
    create: async ({ ctx, body }) => {
      const created = await createDomain(app, ctx.caller.tenantId, body());
      return created instanceof ApiError ? created : reply(201, present(created));
    },
    list: async ({ ctx, query }) => {
      const page = query();
      const domains = await listDomains(db.read, ctx.caller.tenantId, page);
      return reply(200, toKeysetPage(domains, page.limit, present));
    },
    get: async ({ ctx, params }) => {
      const domain = await findDomain(db.read, ctx.caller.tenantId, params.id);
      return domain === undefined ? new ApiError('not_found') : reply(200, present(domain));
    },
    update: async ({ ctx, params, body }) => {
      const { tenantId } = ctx.caller;
      if ((await findDomain(db.read, tenantId, params.id)) === undefined) return new ApiError('not_found');
      const updated = await updateDomain(app, { tenantId, id: params.id, changes: body() });
      return updated instanceof ApiError ? updated : reply(200, present(updated));
    },
    delete: async ({ ctx, params }) => {
      const deleted = await deleteDomain(app, ctx.caller.tenantId, params.id);
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id });
    },
    verify: async ({ ctx, params }) => {
      const verified = await verifyDomain(parts, ctx.caller.tenantId, params.id);
      return verified instanceof ApiError ? verified : reply(200, present(verified));
    },
  };
}
