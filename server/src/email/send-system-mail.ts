import { parseAddress } from '../core/email-address.ts';
import type { SystemMail } from '../core/system-mail.ts';
import { findVerifiedOwner } from '../domains/index.ts';
import { findServiceCaller } from '../tenants/index.ts';
import { readSingle } from './read-request.ts';
import { type SendParts, sendEmails } from './send-emails.ts';

/** Sends mail of the service itself from SYSTEM_FROM, as mail of the tenant that owns its domain. Returns whether it was accepted; if not, the log says why. */
export async function sendSystemMail(parts: SendParts, { to, subject, text }: SystemMail): Promise<boolean> {
  const { config, db, log } = parts.app;
  const from = config.SYSTEM_FROM ?? '';
  const owner = await findVerifiedOwner(db.read, parseAddress(from)?.domain ?? '');
  const caller = owner === undefined ? undefined : await findServiceCaller(db.read, owner);
  if (caller === undefined) {
    log.warn({ setting: 'SYSTEM_FROM' }, 'mail of the service cannot be sent: its domain is not a verified one of an active tenant');
    return false;
  }
  const { decision } = await sendEmails(parts, caller, await readSingle({}, { from, to: [to], subject, text_body: text }));
  if (decision.kind === 'refused') log.warn({ setting: 'SYSTEM_FROM', code: decision.error.code }, 'mail of the service was refused');
  return decision.kind !== 'refused';
}
