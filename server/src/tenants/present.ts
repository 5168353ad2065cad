import type { ApiKey, CreatedApiKey, CreditPack, Tenant } from '@posthorn/contract';
import type { CreditPackRow } from '../db/schema.ts';
import { readOverrides } from './overrides.ts';
import type { StoredApiKey, StoredTenant } from './store.ts';

/** Safe because only checked plans and permissions are written. */
const asPlan = (stored: string) => stored as Tenant['plan'];
const asPermission = (stored: string) => stored as ApiKey['permission'];

export function presentTenant(row: StoredTenant, creditsBalance: number): Tenant {
  return {
    id: row.id,
    name: row.name,
    plan: asPlan(row.plan),
    suspended: row.suspended === 1,
    overrides: readOverrides(row.overrides),
    credits_balance: creditsBalance,
    created_at: row.created_at,
  };
}

export function presentPack({ id, emails, created_at, expires_at }: CreditPackRow, remaining: number): CreditPack {
  return { id, emails, remaining, created_at, expires_at };
}

export function presentApiKey(row: StoredApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    permission: asPermission(row.permission),
    domain_id: row.domain_id,
    prefix: row.prefix,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
  };
}

export function presentCreatedApiKey({ row, key }: { row: StoredApiKey; key: string }): CreatedApiKey {
  const { last_used_at: _, ...shown } = presentApiKey(row);
  return { ...shown, key };
}
