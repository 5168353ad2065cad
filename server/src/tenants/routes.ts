import { contract } from '@posthorn/contract';
import { assertStillAllowed } from '../core/operation/access.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import type { Trx } from '../db/dialect.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type CreateApiKeyParts, createApiKey } from './keys/create-api-key.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { listApiKeys } from './keys/store.ts';
import { presentApiKey, presentCreatedApiKey } from './present.ts';

/** Handed in by whoever knows people, since tenants do not. */
export type FindCallerNow = (trx: Trx, caller: TenantCaller, now: number) => Promise<TenantCaller | undefined>;

export interface ApiKeyRouteParts extends CreateApiKeyParts {
  readonly findCallerNow: FindCallerNow;
}

/** Returns the handlers of `/v1/api-keys`. */
export function apiKeyRoutes(parts: ApiKeyRouteParts): Handlers<typeof contract>['apiKeys'] {
  const { app, findCallerNow } = parts;
  return {
    create: async ({ ctx, body }) => {
      const { caller } = ctx;
      const assertCaller = async (trx: Trx) =>
        assertStillAllowed(contract.apiKeys.create, ctx, await findCallerNow(trx, caller, app.clock.now()));
      return replyOr(await createApiKey(parts, { tenantId: caller.tenantId, assertCaller }, body()), 201, presentCreatedApiKey);
    },
    list: async ({ ctx, query }) => {
      const page = query();
      const keys = await listApiKeys(app.db.read, ctx.caller.tenantId, page);
      return reply(200, toKeysetPage(keys, page.limit, presentApiKey));
    },
    delete: async (call) => replyOr(await revokeApiKey(app, refOf(call)), 200, presentDeleted),
  };
}
