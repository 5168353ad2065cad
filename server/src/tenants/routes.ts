import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type CreateApiKeyParts, createApiKey } from './create-api-key.ts';
import { presentApiKey, presentCreatedApiKey } from './present.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { listApiKeys } from './store.ts';

/** `/v1/api-keys`. */
export function apiKeyRoutes(parts: CreateApiKeyParts): Handlers<typeof contract>['apiKeys'] {
  const { app } = parts;
  return {
    create: async ({ ctx, body }) => {
      const created = await createApiKey(parts, ctx.caller.tenantId, body());
      return created instanceof ApiError ? created : reply(201, presentCreatedApiKey(created));
    },
    list: async ({ ctx, query }) => {
      const page = query();
      const keys = await listApiKeys(app.db.read, ctx.caller.tenantId, page);
      return reply(200, toKeysetPage(keys, page.limit, presentApiKey));
    },
    delete: async ({ ctx, params }) => {
      const revoked = await revokeApiKey(app, ctx.caller.tenantId, params.id);
      return revoked instanceof ApiError ? revoked : reply(200, { deleted: true, id: revoked.id });
    },
  };
}
