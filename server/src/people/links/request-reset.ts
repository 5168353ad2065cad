import type { AppContext } from '../../app-context.ts';
import { normalizeEmail } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Origin } from '../../core/request/context.ts';
import { takeMail } from '../access/tries.ts';
import { findUserByEmail } from '../user-store.ts';
import { mailLink } from './mail-link.ts';
import { makeLink } from './make-link.ts';

export interface ResetRequest {
  readonly email: string;
  readonly from: Origin | undefined;
}

async function mailReset(app: AppContext, email: string): Promise<void> {
  const user = await findUserByEmail(app.db.read, email);
  if (user === undefined || user.isSuspended) return;
  await mailLink(app, await makeLink(app, { kind: 'reset', email }));
}

/**
 * Mails a link to choose another password to an address, if an account has it. The look-up and the mailing go to `mailing`, which never
 * rejects and is not awaited before the answer, so that the timing reveals nothing about the address.
 */
export async function requestReset(
  app: AppContext,
  { email, from }: ResetRequest,
): Promise<{ readonly mailing: Promise<void> } | ApiError<'no_system_mail' | 'too_many_tries'>> {
  if (app.config.SYSTEM_FROM === undefined) return new ApiError('no_system_mail');
  const address = normalizeEmail(email);
  const refusal = await takeMail(app, address, from);
  if (refusal !== undefined) return refusal;
  const mailing = mailReset(app, address).catch((error) => app.log.error({ err: error }, 'a reset could not be mailed'));
  return { mailing };
}
