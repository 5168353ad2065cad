import type { TenantCaller } from '../core/context.ts';
import type { Db } from '../db/db.ts';
import { findCaller } from './store.ts';

/** Finds the caller whose key has this SHA-256 (hex); none for a revoked key, or one of a suspended or deleted tenant. */
export const authenticate = (db: Db, keyHash: string): Promise<TenantCaller | undefined> => findCaller(db.read, keyHash);
