import type * as wire from '@posthorn/contract';
import type { Pack } from './credits/credits.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { CreatedKey } from './keys/create-api-key.ts';
import type { Tenant } from './tenant.ts';

export const presentTenant = (tenant: Tenant, creditsBalance: number): wire.Tenant => ({
  id: tenant.id,
  name: tenant.name,
  plan: tenant.plan,
  suspended: tenant.suspended,
  overrides: tenant.overrides,
  credits_balance: creditsBalance,
  created_at: tenant.createdAt,
});

export const presentPack = ({ id, emails, remaining, createdAt, expiresAt }: Pack): wire.CreditPack => ({
  id,
  emails,
  remaining,
  created_at: createdAt,
  expires_at: expiresAt,
});

export const presentApiKey = (key: ApiKey): wire.ApiKey => ({
  id: key.id,
  name: key.name,
  permission: key.permission,
  domain_id: key.domainId,
  prefix: key.prefix,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
});

export function presentCreatedApiKey({ apiKey, key }: CreatedKey): wire.CreatedApiKey {
  const { last_used_at: _, ...shown } = presentApiKey(apiKey);
  return { ...shown, key };
}
