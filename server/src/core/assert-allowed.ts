import type { Operation } from '@posthorn/contract';
import { ApiError } from './api-error.ts';
import type { Context } from './context.ts';

/** Refuses a caller whom the operation is not for. */
export function assertAllowed(scope: Operation['scope'], { caller }: Context): void {
  if (scope === 'public') return;
  if (scope === 'operator' ? caller.kind !== 'operator' : caller.kind !== 'tenant') throw new ApiError('unauthorized');
  if (scope === 'full' && caller.kind === 'tenant' && caller.permission !== 'full_access') throw new ApiError('insufficient_scope');
}
