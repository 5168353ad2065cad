import type { SecretBox } from '../core/crypto/secret-box.ts';
import type { Db } from '../db/db.ts';
import { PROOF } from './prove-keys.ts';
import { findKeyProof, listSealed, type SealedColumn, sealedColumns, updateKeyProof, updateSealed } from './store.ts';

const PAGE = 500;

export interface RekeyParts {
  readonly db: Db;
  readonly secrets: SecretBox;
}

/** Re-encrypts a column, page by page. Values written meanwhile already use the current key, and stay. */
async function rekeyColumn({ db, secrets }: RekeyParts, column: SealedColumn): Promise<number> {
  let [after, done] = ['', 0];
  for (;;) {
    const page = await listSealed(db.read, column, { after, limit: PAGE });
    const old = page.filter(({ sealed }) => !secrets.isCurrent(sealed));
    const changes = old.map(({ id, sealed }) => ({ id, before: sealed, after: secrets.seal(secrets.open(sealed)) }));
    done += await db.transact((trx) => updateSealed(trx, column, changes));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return done;
    after = last.id;
  }
}

/**
 * Re-encrypts with SECRET_KEY everything encrypted with the keys of SECRET_KEY_PREVIOUS; it can be interrupted and run again. The proof
 * comes last: until then both keys are needed. Returns the number of secrets.
 */
export async function rekey(parts: RekeyParts): Promise<number> {
  const { db, secrets } = parts;
  let done = 0;
  for (const column of sealedColumns) done += await rekeyColumn(parts, column);
  const known = await findKeyProof(db.write);
  if (known === undefined || (secrets.isCurrent(known.proof) && secrets.isCurrent(known.erasureKey))) return done;
  const anew = { proof: secrets.seal(PROOF), erasureKey: secrets.seal(secrets.open(known.erasureKey)) };
  await db.transact((trx) => updateKeyProof(trx, anew));
  return done;
}
