import type { adminContract, Tenant } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createDomain, isVerifiedDomain, presentDomain } from '../domains/index.ts';
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
  presentTenant,
  revokeApiKey,
  type StoredTenant,
  type TenantPurge,
  updateTenant,
} from '../tenants/index.ts';

export interface AdminTenantParts {
  readonly app: AppContext;
  readonly purge: TenantPurge;
}

type TenantRoutes = Handlers<typeof adminContract>['tenants'];
type ApiKeyRoute = 'createApiKey' | 'listApiKeys' | 'deleteApiKey';

function tenantKeyRoutes(app: AppContext): Pick<TenantRoutes, ApiKeyRoute> {
  const { db } = app;
  const isMissing = async (tenantId: string) => (await findTenant(db.read, tenantId)) === undefined;
  return {
    createApiKey: async ({ params, body }) => {
      if (await isMissing(params.id)) return new ApiError('not_found');
      const created = await createApiKey({ app, isVerifiedDomain }, params.id, body());
      return created instanceof ApiError ? created : reply(201, presentCreatedApiKey(created));
    },
    listApiKeys: async ({ params, query }) => {
      if (await isMissing(params.id)) return new ApiError('not_found');
      const page = query();
      const keys = await listApiKeys(db.read, params.id, page);
      return reply(200, toKeysetPage(keys, page.limit, presentApiKey));
    },
    deleteApiKey: async ({ params }) => {
      if (await isMissing(params.id)) return new ApiError('not_found');
      const revoked = await revokeApiKey(app, params.id, params.key_id);
      return revoked instanceof ApiError ? revoked : reply(200, { deleted: true, id: revoked.id });
    },
  };
}

/** `/admin/tenants` and what is under it. */
export function adminTenantRoutes(parts: AdminTenantParts): TenantRoutes {
  const { app } = parts;
  const { db, clock, config } = app;

  async function presentAll(tenants: readonly StoredTenant[]): Promise<(tenant: StoredTenant) => Tenant> {
    const tenantIds = tenants.map(({ id }) => id);
    const balances = await findCreditBalances(db.read, { tenantIds, now: clock.now() });
    return (tenant) => presentTenant(tenant, balances.get(tenant.id) ?? 0);
  }

  const present = async (tenant: StoredTenant) => (await presentAll([tenant]))(tenant);

  return {
    ...tenantKeyRoutes(app),
    create: async ({ body }) => reply(201, await present(await createTenant(app, body()))),
    list: async ({ query }) => {
      const page = query();
      const tenants = await listTenants(db.read, page);
      return reply(200, toKeysetPage(tenants, page.limit, await presentAll(tenants)));
    },
    get: async ({ params }) => {
      const tenant = await findTenant(db.read, params.id);
      return tenant === undefined ? new ApiError('not_found') : reply(200, await present(tenant));
    },
    update: async ({ params, body }) => {
      if ((await findTenant(db.read, params.id)) === undefined) return new ApiError('not_found');
      const updated = await updateTenant(app, params.id, body());
      return updated instanceof ApiError ? updated : reply(200, await present(updated));
    },
    addCredits: async ({ params, body }) => {
      if ((await findTenant(db.read, params.id)) === undefined) return new ApiError('not_found');
      const pack = await addCredits(app, params.id, body().emails);
      return pack instanceof ApiError ? pack : reply(201, pack);
    },
    delete: async ({ params }) => {
      const deleted = await deleteTenant(parts, params.id);
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id });
    },
    createDomain: async ({ params, body }) => {
      if ((await findTenant(db.read, params.id)) === undefined) return new ApiError('not_found');
      const created = await createDomain(app, params.id, body());
      return created instanceof ApiError ? created : reply(201, presentDomain(created, config));
    },
  };
}
