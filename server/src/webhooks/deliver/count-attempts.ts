import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../../app-context.ts';
import { webhookAttempted } from './post-delivery.ts';

/** What came of an attempt, by the status that it leaves the delivery in. */
const OUTCOMES = { delivered: 'delivered', pending: 'retry', failed: 'failed' } as const;

/** Counts attempts to deliver webhooks. */
export function countAttempts({ hooks }: AppContext, registry: Registry): void {
  const attempts = new Counter({
    name: 'posthorn_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them; failed: it was the last.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of Object.values(OUTCOMES)) attempts.inc({ outcome }, 0);
  hooks.on(webhookAttempted, async (status) => attempts.inc({ outcome: OUTCOMES[status] }));
}
