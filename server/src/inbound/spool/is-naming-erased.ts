import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { ALL_TENANTS, findErased } from '../../suppressions/index.ts';
import { headerAddress } from '../erasure-store.ts';
import type { SpooledMail } from './spooled-mail.ts';

/** A mail that waited, and whom its headers name. */
interface NamingMail {
  readonly mail: SpooledMail;
  readonly named: readonly string[];
}

/**
 * Returns whether somebody in the envelope or the headers of a mail was erased while it waited, by the operator or by a tenant that it
 * goes to. The transaction holds their meters, so that nobody is erased before it ends.
 */
export async function isNamingErased(app: AppContext, trx: Trx, { mail, named }: NamingMail): Promise<boolean> {
  const { entries, postmasters } = mail.destinations;
  const envelope = [mail.envelopeFrom, ...entries.flatMap(({ recipients }) => recipients), ...postmasters];
  const emails = [...new Set([...envelope, ...named].map(headerAddress))];
  for (const tenantId of [ALL_TENANTS, ...entries.map((entry) => entry.tenantId)]) {
    if ((await findErased(app, trx, { tenantId, emails, after: mail.receivedAt })).size > 0) return true;
  }
  return false;
}
