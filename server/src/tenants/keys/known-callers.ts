import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { KeyCaller } from '../../core/request/caller.ts';
import type { Schema } from '../../db/schema.ts';
import { findCaller } from './store.ts';

const MOST = 10_000;

/** Callers by the SHA-256 (hex) of their keys. */
export interface KnownCallers {
  /** The caller as of now; undefined for a key that may not be used. */
  find(keyHash: string): Promise<KeyCaller | undefined>;
  /**
   * The caller as it was last found here, if it was: the key may have been revoked since, or the tenant's settings changed. A transaction
   * that depends on it has to verify that neither is so, by the version of the settings.
   */
  recall(keyHash: string): Promise<KeyCaller | undefined>;
}

export function createKnownCallers(db: Kysely<Schema>): KnownCallers {
  const known = new LRUCache<string, KeyCaller>({ max: MOST });

  async function find(keyHash: string): Promise<KeyCaller | undefined> {
    const caller = await findCaller(db, keyHash);
    if (caller === undefined) known.delete(keyHash);
    else known.set(keyHash, caller);
    return caller;
  }

  return { find, recall: async (keyHash) => known.get(keyHash) ?? find(keyHash) };
}
