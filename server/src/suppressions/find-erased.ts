import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Schema } from '../db/schema.ts';
import { findErasures, hasErasures } from './erased-store.ts';

interface ErasedAmong {
  readonly tenantId: string;
  readonly emails: readonly string[];
  /** Only those that were erased after this time. */
  readonly after?: number;
}

/**
 * Returns the given addresses of a tenant, bare and in lower case, that were erased and have come back since. Computes no hash for a
 * tenant without erasures.
 */
export async function findErased(
  { secrets }: Pick<AppContext, 'secrets'>,
  db: Kysely<Schema>,
  { tenantId, emails, after = 0 }: ErasedAmong,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0 || !(await hasErasures(db, tenantId))) return new Set();
  const byHash = new Map(emails.map((email) => [secrets.hashAddress(email), email]));
  const erased = await findErasures(db, { tenantId, hashes: [...byHash.keys()], after });
  return new Set(erased.flatMap((hash) => byHash.get(hash) ?? []));
}
