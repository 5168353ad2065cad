import type { AppContext } from '../../app-context.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import type { AdmissionState } from './admission.ts';
import { type AdmissionRequest, messagesOf } from './admission-request.ts';

/** Looks up the suppressed recipients of a group, by one statement. Returns a function that returns those of a message, as bare addresses. */
export async function findSuppressedRecipients(
  app: AppContext,
  requests: readonly AdmissionRequest[],
): Promise<AdmissionState['suppressedOf']> {
  const addressees = requests
    .flatMap(messagesOf)
    .flatMap(({ tenantId, id, stream, recipients }) => recipients.map(({ email }) => ({ tenantId, id, stream, email })));
  const suppressed = await findSuppressed(app, app.db.read, addressees);
  const byMessage = Map.groupBy(suppressed, ({ id }) => id);
  return ({ id }) => new Set(byMessage.get(id)?.map(({ email }) => email));
}
