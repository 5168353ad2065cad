import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import type { Schema } from '../db/schema.ts';
import { findCaller, findServiceCaller, type KnownCallers } from '../tenants/index.ts';
import { findMemberCaller } from './bearers/store.ts';

export interface CallerParts {
  readonly app: Pick<AppContext, 'db' | 'clock'>;
  readonly callers: Pick<KnownCallers, 'find'>;
}

/** Returns the state of a caller that a database or transaction sees; undefined if the caller may no longer call. */
export function findCallerNow(db: Kysely<Schema>, caller: TenantCaller, now: number): Promise<TenantCaller | undefined> {
  if ('keyHash' in caller) return findCaller(db, caller.keyHash);
  if ('service' in caller) return findServiceCaller(db, caller.tenantId);
  return findMemberCaller(db, { signInId: caller.person.signInId, tenantId: caller.tenantId, now });
}

/** Returns the current state of the same caller, and keeps that of a key; undefined if the caller may no longer call. */
export function findCallerAgain({ app: { db, clock }, callers }: CallerParts, caller: TenantCaller): Promise<TenantCaller | undefined> {
  return 'keyHash' in caller ? callers.find(caller.keyHash) : findCallerNow(db.read, caller, clock.now());
}
