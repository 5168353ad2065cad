import { Counter, Histogram, type Registry } from 'prom-client';
import type { AppContext } from '../../app-context.ts';
import { deliverySettled } from './delivery-settled.ts';

const ATTEMPT_OUTCOMES = ['accepted', 'deferred', 'refused', 'in_doubt'];
/** Outcomes that are final; after the others delivery is tried again. */
const ENDS: readonly string[] = ['sent', 'failed', 'bounce', 'suppressed'];
const LATENCY_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];

/** Counts delivery attempts by outcome, and the time until an outcome is final. */
export function countSettled({ hooks }: AppContext, registry: Registry): void {
  const attempts = new Counter({
    name: 'posthorn_delivery_attempts_total',
    help: 'Attempts to deliver a mail, by how they ended; deferred: it is tried again, in_doubt: the final reply was lost.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'posthorn_outcome_latency_seconds',
    help: 'Time from when a mail was accepted, or due, to what became of it.',
    labelNames: ['outcome'],
    buckets: LATENCY_SECONDS,
    registers: [registry],
  });
  for (const outcome of ATTEMPT_OUTCOMES) attempts.inc({ outcome }, 0);
  hooks.on(deliverySettled, async (settled) => {
    for (const outcome of settled.attempts) attempts.inc({ outcome });
    if (settled.latencyMs === null) return;
    for (const outcome of settled.outcomes) if (ENDS.includes(outcome)) latency.observe({ outcome }, settled.latencyMs / 1000);
  });
}
