import type { AgedBody } from './body-store.ts';

const LEFT = new Set(['sent', 'failed', 'cancelled', 'suppressed']);

/**
 * From when a body's retention time counts: from when its message left `scheduled`, `queued` and `sending`,
 * and from now while it has not. Undefined where no message is left to say, or
 * several share the body, whose owner then has said so.
 */
export function ageOf({ status, due_at, claim_job, sent_at, updated_at }: AgedBody, now: number): number | undefined {
  if (status === null) return undefined;
  const isOpen = due_at !== null || claim_job !== null || !LEFT.has(status);
  if (isOpen) return now;
  return sent_at ?? updated_at ?? undefined;
}
