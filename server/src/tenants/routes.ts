import type { contract } from '@posthorn/contract';
import { refOf } from '../core/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type CreateApiKeyParts, createApiKey } from './keys/create-api-key.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { listApiKeys } from './keys/store.ts';
import { presentApiKey, presentCreatedApiKey } from './present.ts';

/** `/v1/api-keys`. */
export function apiKeyRoutes(parts: CreateApiKeyParts): Handlers<typeof contract>['apiKeys'] {
  const { app } = parts;
  return {
    create: async ({ ctx, body }) => replyOr(await createApiKey(parts, ctx.caller.tenantId, body()), 201, presentCreatedApiKey),
    list: async ({ ctx, query }) => {
      const page = query();
      const keys = await listApiKeys(app.db.read, ctx.caller.tenantId, page);
      return reply(200, toKeysetPage(keys, page.limit, presentApiKey));
    },
    delete: async (call) => replyOr(await revokeApiKey(app, refOf(call)), 200, presentDeleted),
  };
}
