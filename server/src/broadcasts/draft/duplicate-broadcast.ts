import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Broadcast } from '../broadcast.ts';
import { findBroadcast } from '../store.ts';
import { keepDraft, type StorageRefusal } from './write-broadcast.ts';

const COPY = ' (copy)';

/** The first half of a character of two UTF-16 units, as cutting may leave one. */
const HALF = /[\ud800-\udbff]$/;

const copyOf = (name: string) => `${name.slice(0, limits.nameLength - COPY.length).replace(HALF, '')}${COPY}`;

/**
 * Creates a draft with the content and target of another broadcast, and returns it or why it is refused. Sending the draft reports what
 * no longer exists.
 */
export async function duplicateBroadcast(
  app: AppContext,
  ref: ObjectRef,
  body: () => { readonly name?: string | undefined },
): Promise<Broadcast | StorageRefusal | ApiError<'not_found'>> {
  const known = await findBroadcast(app.db.read, ref);
  if (known === undefined) return new ApiError('not_found');
  const { name = copyOf(known.name) } = body();
  return app.db.transact(async (trx) => {
    const original = await findBroadcast(trx, ref);
    if (original === undefined) return new ApiError('not_found');
    return keepDraft(app, trx, { tenantId: ref.tenantId, draft: { ...original, name } });
  });
}
