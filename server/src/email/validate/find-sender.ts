import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../app-context.ts';
import { findSenderDomains, type SenderDomain } from '../../domains/index.ts';

const CACHED_TENANTS = 5000;

/** The verified domains of tenants by name; an entry is valid for one version of the tenant's settings. */
export type SenderCache = LRUCache<string, { readonly version: number; readonly domains: ReadonlyMap<string, SenderDomain> }>;

export const createSenderCache = (): SenderCache => new LRUCache({ max: CACHED_TENANTS });

export interface FindSenderParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly senders: SenderCache;
}

/** Returns a tenant's verified domain by its name, as of a version of the tenant's settings; undefined where it has no such domain. */
export async function findSender(
  { app, senders }: FindSenderParts,
  { tenantId, version }: { readonly tenantId: string; readonly version: number },
  name: string,
): Promise<SenderDomain | undefined> {
  const known = senders.get(tenantId);
  if (known?.version === version) return known.domains.get(name);
  const found = await findSenderDomains(app.db.read, tenantId);
  const domains = new Map(found.map((domain) => [domain.name, domain]));
  senders.set(tenantId, { version, domains });
  return domains.get(name);
}
