import type { Kysely } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import type { Schema } from '../../db/schema.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import type { AdmissionState } from './admission.ts';
import { type AdmissionRequest, messagesOf } from './admission-request.ts';

/** Looks up the suppressed recipients of a group, by one statement. Returns a function that returns those of a message, as bare addresses. */
export async function findSuppressedRecipients(
  app: AppContext,
  db: Kysely<Schema>,
  requests: readonly AdmissionRequest[],
): Promise<AdmissionState['suppressedOf']> {
  const addressees = requests
    .flatMap(messagesOf)
    .flatMap(({ tenantId, id, stream, recipients }) => recipients.map(({ email }) => ({ tenantId, id, stream, email })));
  const suppressed = await findSuppressed(app, db, addressees);
  const byMessage = Map.groupBy(suppressed, ({ id }) => id);
  return ({ id }) => new Set(byMessage.get(id)?.map(({ email }) => email));
}
