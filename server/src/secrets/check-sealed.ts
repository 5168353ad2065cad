import { ConfigError } from '../config/config-error.ts';
import type { SecretBox, SecretKeys } from '../core/crypto/secret-box.ts';
import type { Db } from '../db/db.ts';
import { opens, type ProveParts, proveKeys } from './prove-keys.ts';
import { listSealed, type SealedColumn, sealedColumns } from './store.ts';

const PAGE = 500;

/** An encrypted value, and its column. */
interface FoundSealed {
  readonly column: string;
  readonly id: string;
}

async function findUndecryptableIn({ read }: Pick<Db, 'read'>, secrets: SecretBox, column: SealedColumn): Promise<FoundSealed | undefined> {
  for (let after = ''; ; ) {
    const page = await listSealed(read, column, { after, limit: PAGE });
    const undecryptable = page.find(({ sealed }) => !opens(secrets, sealed));
    if (undecryptable !== undefined) return { column: column.column, id: undecryptable.id };
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return undefined;
    after = last.id;
  }
}

/** Returns the first value of a migrated database that none of the keys decrypts; undefined if there is none. Reads all of them. */
export async function findUndecryptable(db: Pick<Db, 'read'>, secrets: SecretBox): Promise<FoundSealed | undefined> {
  for (const column of sealedColumns) {
    const undecryptable = await findUndecryptableIn(db, secrets, column);
    if (undecryptable !== undefined) return undecryptable;
  }
  return undefined;
}

/** Checks that the keys decrypt everything in a migrated database, and returns the box for them. Throws ConfigError if they do not. */
export async function checkSealed(parts: ProveParts, keys: SecretKeys): Promise<SecretBox> {
  const secrets = await proveKeys(parts, keys);
  const undecryptable = await findUndecryptable(parts.db, secrets);
  if (undecryptable !== undefined)
    throw new ConfigError(
      `SECRET_KEY: it does not open the ${undecryptable.column} of ${undecryptable.id}; name the key before in SECRET_KEY_PREVIOUS`,
    );
  return secrets;
}
