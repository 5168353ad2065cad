import type { AppContext } from '../../app-context.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import type { AdmissionState } from './admission.ts';
import { messagesOf, type Submission } from './submission.ts';

/** Looks up by one statement which recipients of a group get no mail. */
export async function findSuppressedRecipients(
  app: AppContext,
  submissions: readonly Submission[],
): Promise<AdmissionState['suppressedOf']> {
  const addressees = submissions
    .flatMap(messagesOf)
    .flatMap(({ tenantId, id, stream, recipients }) => recipients.map(({ email }) => ({ tenantId, id, stream, email })));
  const suppressed = await findSuppressed(app, app.db.read, addressees);
  const byMessage = Map.groupBy(suppressed, ({ id }) => id);
  return ({ id }) => new Set(byMessage.get(id)?.map(({ email }) => email));
}
