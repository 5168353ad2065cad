import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import { findSenderDomains, type SenderDomain } from '../domains/index.ts';

const CACHED_TENANTS = 5000;

/** Finds a tenant's verified domain by its name, as of a version of the tenant's settings. */
export type FindSender = (tenant: { tenantId: string; version: number }, name: string) => Promise<SenderDomain | undefined>;

/** Keeps the verified domains of tenants for as long as their version stands. */
export function senderDomains({ db }: AppContext): FindSender {
  const cache = new LRUCache<string, { version: number; domains: ReadonlyMap<string, SenderDomain> }>({ max: CACHED_TENANTS });
  return async ({ tenantId, version }, name) => {
    const known = cache.get(tenantId);
    if (known?.version === version) return known.domains.get(name);
    const found = await findSenderDomains(db.read, tenantId);
    const domains = new Map(found.map((domain) => [domain.name, domain]));
    cache.set(tenantId, { version, domains });
    return domains.get(name);
  };
}
