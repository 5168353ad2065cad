import type { contract } from '@posthorn/contract';
import { refOf } from '../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createDomain } from './create-domain.ts';
import { deleteDomain } from './delete-domain.ts';
import type { SendingDomain } from './domain.ts';
import { presentDomain } from './present.ts';
import { findDomain, listDomains } from './store.ts';
import { updateDomain } from './update-domain.ts';
import { type DomainParts, verifyDomain } from './verify-domain.ts';
import { withinPlan } from './within-plan.ts';

/** `/v1/domains`. */
export function domainRoutes(parts: DomainParts): Handlers<typeof contract>['domains'] {
  const { app } = parts;
  const { db, config } = app;
  const present = (domain: SendingDomain) => presentDomain(domain, config);
  return {
    create: async ({ ctx, body }) => replyOr(await createDomain(app, withinPlan(ctx.caller), body()), 201, present),
    list: async ({ ctx, query }) => {
      const page = query();
      const domains = await listDomains(db.read, ctx.caller.tenantId, page);
      return reply(200, toKeysetPage(domains, page.limit, present));
    },
    get: async (call) => replyOr(await findDomain(db.read, refOf(call)), 200, present),
    update: async (call) => replyOr(await updateDomain(app, refOf(call), call.body), 200, present),
    delete: async (call) => replyOr(await deleteDomain(app, refOf(call)), 200, presentDeleted),
    verify: async (call) => replyOr(await verifyDomain(parts, refOf(call)), 200, present),
  };
}
