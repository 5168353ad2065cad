import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../../app-context.ts';
import { type AttemptOutcome, webhookAttempted } from './post-delivery.ts';

/** How an attempt is counted, by what came of it. */
const OUTCOMES = {
  delivered: 'delivered',
  pending: 'retry',
  failed: 'failed',
  event_removed: 'event_removed',
} as const satisfies Readonly<Record<AttemptOutcome, string>>;

/** Counts attempts to deliver webhooks. */
export function countAttempts({ hooks }: AppContext, registry: Registry): void {
  const attempts = new Counter({
    name: 'posthorn_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them; failed: it was the last; event_removed: nothing was left to post.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of Object.values(OUTCOMES)) attempts.inc({ outcome }, 0);
  hooks.on(webhookAttempted, async (outcome) => attempts.inc({ outcome: OUTCOMES[outcome] }));
}
