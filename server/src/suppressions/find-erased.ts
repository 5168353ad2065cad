import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Schema } from '../db/schema.ts';
import { findErasures, hasErasures } from './store.ts';

/**
 * Returns those of a tenant's addresses, bare and in lower case, that were erased and have come back since.
 * Works out no hash for a tenant to whom nothing was erased.
 */
export async function findErased(
  { secrets }: Pick<AppContext, 'secrets'>,
  db: Kysely<Schema>,
  { tenantId, emails }: { readonly tenantId: string; readonly emails: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (emails.length === 0 || !(await hasErasures(db, tenantId))) return new Set();
  const byHash = new Map(emails.map((email) => [secrets.hashAddress(email), email]));
  const erased = await findErasures(db, tenantId, [...byHash.keys()]);
  return new Set(erased.flatMap((hash) => byHash.get(hash) ?? []));
}
