import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createDomain, isVerifiedDomain, presentDomain, unlimited } from '../domains/index.ts';
import {
  addCredits,
  createApiKey,
  createTenant,
  deleteTenant,
  findCreditBalances,
  findTenant,
  listApiKeys,
  listTenants,
  presentApiKey,
  presentCreatedApiKey,
  presentPack,
  presentTenant,
  revokeApiKey,
  type Tenant,
  type TenantPurge,
  updateTenant,
} from '../tenants/index.ts';

export interface AdminTenantParts {
  readonly app: AppContext;
  readonly purge: TenantPurge;
}

type TenantRoutes = Handlers<typeof adminContract>['tenants'];

/** Does something with what a tenant has; `not_found` where there is no such tenant. */
async function within<T>({ db }: AppContext, tenantId: string, act: () => Promise<T>): Promise<T | ApiError<'not_found'>> {
  return (await findTenant(db.read, tenantId)) === undefined ? new ApiError('not_found') : act();
}

function tenantKeyRoutes(app: AppContext): Pick<TenantRoutes, 'createApiKey' | 'listApiKeys' | 'deleteApiKey'> {
  return {
    createApiKey: async ({ params: { id }, body }) =>
      replyOr(await within(app, id, () => createApiKey({ app, isVerifiedDomain }, { tenantId: id }, body())), 201, presentCreatedApiKey),
    listApiKeys: ({ params: { id }, query }) =>
      within(app, id, async () => {
        const page = query();
        return reply(200, toKeysetPage(await listApiKeys(app.db.read, id, page), page.limit, presentApiKey));
      }),
    deleteApiKey: async ({ params: { id, key_id } }) =>
      replyOr(await within(app, id, () => revokeApiKey(app, { tenantId: id, id: key_id })), 200, presentDeleted),
  };
}

/** Returns the handlers of `/admin/tenants` and what is under it. */
export function adminTenantRoutes(parts: AdminTenantParts): TenantRoutes {
  const { app } = parts;
  const { db, clock, config } = app;

  async function balancesOf(tenants: readonly Tenant[]): Promise<(tenant: Tenant) => number> {
    const balances = await findCreditBalances(db.read, { tenantIds: tenants.map(({ id }) => id), now: clock.now() });
    return ({ id }) => balances.get(id) ?? 0;
  }

  async function present(tenant: Tenant) {
    const balanceOf = await balancesOf([tenant]);
    return presentTenant(tenant, balanceOf(tenant));
  }

  return {
    ...tenantKeyRoutes(app),
    create: async ({ body }) => reply(201, await present(await createTenant(app, body()))),
    list: async ({ query }) => {
      const page = query();
      const tenants = await listTenants(db.read, page);
      const balanceOf = await balancesOf(tenants);
      return reply(
        200,
        toKeysetPage(tenants, page.limit, (tenant) => presentTenant(tenant, balanceOf(tenant))),
      );
    },
    get: async ({ params }) => {
      const tenant = await findTenant(db.read, params.id);
      return replyOr(tenant && (await present(tenant)), 200, (shown) => shown);
    },
    update: async ({ params, body }) => {
      const updated = await updateTenant(app, params.id, body);
      return updated instanceof ApiError ? updated : reply(200, await present(updated));
    },
    addCredits: async ({ params, body }) => replyOr(await addCredits(app, params.id, body), 201, presentPack),
    delete: async ({ params }) => replyOr(await deleteTenant(parts, params.id), 200, presentDeleted),
    createDomain: async ({ params: { id }, body }) =>
      replyOr(await within(app, id, () => createDomain(app, unlimited(id), body())), 201, (domain) => presentDomain(domain, config)),
  };
}
