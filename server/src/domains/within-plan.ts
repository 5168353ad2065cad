import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { limitsOf } from '../quota/index.ts';
import type { DomainOwner } from './create-domain.ts';
import { countDomains } from './store.ts';

/** Returns a tenant as the owner of a domain that it adds itself: it may have as many as its plan allows. */
export function withinPlan({ tenantId, plan, overrides }: TenantCaller): DomainOwner<ApiError<'domain_limit_reached'>> {
  const { domains: limit } = limitsOf(plan, overrides);
  return {
    tenantId,
    refuse: async (db) =>
      limit !== null && (await countDomains(db, tenantId)) >= limit ? new ApiError('domain_limit_reached', { limit }) : undefined,
  };
}
