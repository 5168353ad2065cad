import type { AppContext } from '../app-context.ts';
import type { TenantCaller } from '../core/caller.ts';
import { findServiceCaller, type KnownCallers } from '../tenants/index.ts';
import { findMemberCaller } from './bearers/store.ts';

export interface CallerParts {
  readonly app: Pick<AppContext, 'db' | 'clock'>;
  readonly callers: Pick<KnownCallers, 'find'>;
}

/** Returns the current state of the same caller; undefined if the caller may no longer call. */
export function findCallerAgain({ app: { db, clock }, callers }: CallerParts, caller: TenantCaller): Promise<TenantCaller | undefined> {
  if ('keyHash' in caller) return callers.find(caller.keyHash);
  if ('service' in caller) return findServiceCaller(db.read, caller.tenantId);
  const { tenantId, person } = caller;
  return findMemberCaller(db.read, { signInId: person.signInId, tenantId, now: clock.now() });
}
