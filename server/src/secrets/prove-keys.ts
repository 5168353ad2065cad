import { ConfigError } from '../config/config-error.ts';
import type { Random } from '../core/crypto/random.ts';
import { createSecretBox, firstErasureKey, type SecretBox, type SecretKeys } from '../core/crypto/secret-box.ts';
import type { Db } from '../db/db.ts';
import { findKeyProof, insertKeyProof, type KeyProof, listSealed, sealedColumns } from './store.ts';

/** The plain text of the proof. */
export const PROOF = 'posthorn';

const WRONG_KEY = new ConfigError(
  'SECRET_KEY: not the key that this database is sealed with; set that one, or name it in SECRET_KEY_PREVIOUS beside the new one',
);

export interface ProveParts {
  readonly db: Db;
  readonly random: Random;
}

/** Returns whether a text was encrypted under one of the keys. */
export function opens(secrets: SecretBox, sealed: string): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** Returns the key of a database without a proof: the one that decrypts its content, or the current one if there is none. */
async function findKeyOf({ db, random }: ProveParts, keys: SecretKeys): Promise<string | undefined> {
  for (const column of sealedColumns) {
    const [found] = await listSealed(db.read, column, { after: '', limit: 1 });
    if (found === undefined) continue;
    return [keys.current, ...keys.previous].find((key) => opens(createSecretBox({ current: key, previous: [] }, random), found.sealed));
  }
  return keys.current;
}

async function makeProof(parts: ProveParts, keys: SecretKeys, secrets: SecretBox): Promise<KeyProof> {
  const key = await findKeyOf(parts, keys);
  if (key === undefined) throw WRONG_KEY;
  const made = { proof: secrets.seal(PROOF), erasureKey: secrets.seal(firstErasureKey(key).toString('base64')) };
  await insertKeyProof(parts.db.write, made);
  return (await findKeyProof(parts.db.write)) ?? made;
}

/** Returns the box that decrypts and signs for a migrated database. Throws ConfigError if it is encrypted with another key. */
export async function proveKeys(parts: ProveParts, keys: SecretKeys): Promise<SecretBox> {
  const secrets = createSecretBox(keys, parts.random);
  const known = (await findKeyProof(parts.db.read)) ?? (await makeProof(parts, keys, secrets));
  if (!opens(secrets, known.proof)) throw WRONG_KEY;
  return createSecretBox(keys, parts.random, Buffer.from(secrets.open(known.erasureKey), 'base64'));
}

/** Returns whether a migrated database is encrypted with one of these keys, by the rules of proveKeys; writes nothing. */
export async function areKeysOf(parts: ProveParts, keys: SecretKeys): Promise<boolean> {
  const known = await findKeyProof(parts.db.read);
  if (known === undefined) return (await findKeyOf(parts, keys)) !== undefined;
  return opens(createSecretBox(keys, parts.random), known.proof);
}
