import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { findErased } from '../suppressions/index.ts';
import { withoutAddresses } from './erase-inbound.ts';
import { addressesIn } from './erasure-store.ts';
import type { LoggedMail } from './logged-mail.ts';

/** Mails that are about to be logged, and when they were taken. The transaction holds the meters of their tenants. */
interface MailsToLog {
  readonly mails: readonly LoggedMail[];
  readonly receivedAt: number;
}

/**
 * Returns mails without the addresses that were erased while they waited to be read: an erasure goes through what is logged. What comes
 * from somebody who was erased before is kept as it is.
 */
export async function leaveOutErased(app: AppContext, trx: Trx, { mails, receivedAt }: MailsToLog): Promise<LoggedMail[]> {
  const left: LoggedMail[] = [];
  for (const mail of mails) {
    const erased = await findErased(app, trx, { tenantId: mail.tenantId, emails: addressesIn(mail), after: receivedAt });
    left.push(erased.size === 0 ? mail : withoutAddresses(mail, erased));
  }
  return left;
}
