import { ApiError } from '../../core/errors/api-error.ts';
import { type Hooks, notification, question } from '../../core/hooks.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';

/** Asks whether a tenant has an audience, in a transaction that holds the tenant's contacts. */
export const audienceFound = question<[trx: Trx, audience: ObjectRef], boolean>('audience found');

/** Contacts that an import has created or changed, and the audience that they join. */
export interface ImportedMembers {
  readonly tenantId: string;
  readonly audienceId: string;
  readonly contactIds: readonly string[];
}

/**
 * Called with contacts that join the audience of their import, if it still exists, in the transaction that saved them. Not called for an
 * import without an audience.
 */
export const audienceMembersImported = notification<[trx: Trx, imported: ImportedMembers]>('audience members imported');

/** Returns why an import cannot add its contacts to an audience; undefined if it can. */
export async function refuseAudience(hooks: Hooks, trx: Trx, audience: ObjectRef): Promise<ApiError<'target_not_found'> | undefined> {
  const answers = await hooks.ask(audienceFound, trx, audience);
  return answers.includes(true)
    ? undefined
    : new ApiError('target_not_found', { field: 'audience_id' }, { detail: 'There is no such audience.' });
}
