import { providerFaults } from '@posthorn/contract';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { RecipientReply } from '../provider/provider.ts';
import { jobNames } from '../queue/jobs.ts';
import { queueSteps } from '../queue/queue.ts';

/** What became of one recipient of a mail that was handed over. */
export type HandOverOutcome = RecipientReply['outcome'] | 'in_doubt' | 'broken_off';

const OUTCOMES: Readonly<Record<HandOverOutcome, true>> = {
  accepted: true,
  deferred: true,
  refused: true,
  in_doubt: true,
  broken_off: true,
};
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

/** Creates the counters of the provider's outcomes. */
export function createProviderCounters(registers: Registry[]) {
  const deliveries = new Counter({
    name: 'posthorn_deliveries_total',
    help: 'Recipients handed to the provider, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const handOvers = new Histogram({
    name: 'posthorn_handover_duration_seconds',
    help: 'Time to hand one mail to the provider.',
    registers,
  });
  const faults = new Counter({
    name: 'posthorn_provider_faults_total',
    help: `Mails that were put off for what is wrong between us and the provider: ${providerFaults.join(', ')}.`,
    labelNames: ['fault'],
    registers,
  });
  for (const outcome of Object.keys(OUTCOMES)) deliveries.inc({ outcome }, 0);
  for (const fault of providerFaults) faults.inc({ fault }, 0);
  const clearText = new Counter({
    name: 'posthorn_clear_text_total',
    help: 'Mails handed to the provider in clear text because STARTTLS broke.',
    registers,
  });
  return { deliveries, handOvers, faults, clearText };
}

/** Creates the counters of HTTP requests. */
export function createRequestCounters(registers: Registry[]) {
  const requests = new Histogram({
    name: 'posthorn_http_request_duration_seconds',
    help: 'Time from a request to the head of its answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  return { requests };
}

/** Creates the counters of recurring jobs. */
export function createJobCounters(registers: Registry[]) {
  const runs = new Counter({
    name: 'posthorn_job_runs_total',
    help: 'Runs of the recurring jobs that have ended, failed ones included.',
    labelNames: ['job_name'],
    registers,
  });
  const failures = new Counter({
    name: 'posthorn_job_failures_total',
    help: 'Runs of the recurring jobs that have failed.',
    labelNames: ['job_name'],
    registers,
  });
  const duration = new Histogram({
    name: 'posthorn_job_duration_seconds',
    help: 'Time that runs of the recurring jobs have taken.',
    labelNames: ['job_name'],
    buckets: JOB_SECONDS,
    registers,
  });
  return { runs, failures, duration };
}

/** Creates the counters of failures in the queues of this process. */
export function createQueueCounters(registers: Registry[]) {
  const failures = new Counter({
    name: 'posthorn_queue_failures_total',
    help: 'Times that jobs could not be claimed, and that the work of claimed ones has failed, which a later start does.',
    labelNames: ['queue', 'step'],
    registers,
  });
  for (const queue of jobNames) for (const step of queueSteps) failures.inc({ queue, step }, 0);
  return { failures };
}
