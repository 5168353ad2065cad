import type { Trx } from '../../db/dialect.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import { updateUser } from '../user-store.ts';
import { clearTotp, replaceRecoveryCodes } from './store.ts';

/** Deletes every way to sign in except the password. */
export async function forgetFactors(trx: Trx, userId: string): Promise<void> {
  await clearTotp(trx, userId);
  await replaceRecoveryCodes(trx, userId, []);
  await deletePasskeysOf(trx, userId);
  await updateUser(trx, userId, { issuerSubject: null });
}
