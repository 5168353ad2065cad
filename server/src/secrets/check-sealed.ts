import { ConfigError } from '../config.ts';
import type { SecretBox, SecretKeys } from '../core/crypto/secret-box.ts';
import { opens, type ProveParts, proveKeys } from './prove-keys.ts';
import { listSealed, type SealedColumn, sealedColumns } from './store.ts';

const PAGE = 500;

async function checkColumn({ db }: ProveParts, secrets: SecretBox, column: SealedColumn): Promise<void> {
  for (let after = ''; ; ) {
    const page = await listSealed(db.read, column, { after, limit: PAGE });
    const closed = page.find(({ sealed }) => !opens(secrets, sealed));
    if (closed !== undefined)
      throw new ConfigError(
        `SECRET_KEY: it does not open the ${column.column} of ${closed.id}; name the key before in SECRET_KEY_PREVIOUS`,
      );
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}

/** Opens everything that is sealed in a database, which has to be migrated, and returns what opens it. Throws ConfigError where the keys do not. */
export async function checkSealed(parts: ProveParts, keys: SecretKeys): Promise<SecretBox> {
  const secrets = await proveKeys(parts, keys);
  for (const column of sealedColumns) await checkColumn(parts, secrets, column);
  return secrets;
}
