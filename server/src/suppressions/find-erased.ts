import type { Kysely } from 'kysely';
import type { SecretBox } from '../core/hash.ts';
import type { Schema } from '../db/schema.ts';
import { findErasures, hasErasures } from './store.ts';

/** Returns those of a tenant's addresses, bare and in lower case, that are erased. Works out no hash for a tenant without erasures. */
export async function findErased(
  { secrets }: { readonly secrets: SecretBox },
  db: Kysely<Schema>,
  { tenantId, emails }: { readonly tenantId: string; readonly emails: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (emails.length === 0 || !(await hasErasures(db, tenantId))) return new Set();
  const byHash = new Map(emails.map((email) => [secrets.hashAddress(email), email]));
  const erased = await findErasures(db, tenantId, [...byHash.keys()]);
  return new Set(erased.flatMap((hash) => byHash.get(hash) ?? []));
}
