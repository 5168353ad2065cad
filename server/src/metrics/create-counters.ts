import { providerFaults } from '@posthorn/contract';
import { Counter, Histogram, type Registry } from 'prom-client';

/** The label of a webhook delivery by its status after an attempt. */
export const WEBHOOK_OUTCOMES = { delivered: 'delivered', pending: 'retry', failed: 'failed' } as const;
const LATENCY_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

/** Adds series before anything was counted, so that the first one is seen as an increase. */
function startAtZero<L extends string>(counter: Counter<L>, label: L, values: readonly string[]): void {
  for (const value of values) counter.inc({ [label]: value } as Record<L, string>, 0);
}

/** Creates the counters of what becomes of mail. */
export function createMailCounters(registers: Registry[]) {
  const accepted = new Counter({
    name: 'posthorn_messages_accepted_total',
    help: 'Messages made durable for requests and by automations.',
    labelNames: ['stream', 'test_mode'],
    registers,
  });
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
  const attempts = new Counter({
    name: 'posthorn_delivery_attempts_total',
    help: 'Attempts to deliver a mail, by how they ended; deferred: it is tried again, in_doubt: the final reply was lost.',
    labelNames: ['outcome'],
    registers,
  });
  startAtZero(attempts, 'outcome', ['accepted', 'deferred', 'refused', 'in_doubt']);
  const latency = new Histogram({
    name: 'posthorn_outcome_latency_seconds',
    help: 'Time from when a mail was accepted, or due, to what became of it.',
    labelNames: ['outcome'],
    buckets: LATENCY_SECONDS,
    registers,
  });
  return { accepted, deliveries, handOvers, attempts, latency };
}

/** Creates the counters of faults of the provider. */
export function createProviderCounters(registers: Registry[]) {
  const faults = new Counter({
    name: 'posthorn_provider_faults_total',
    help: `Mails that were put off for what is wrong between us and the provider: ${providerFaults.join(', ')}.`,
    labelNames: ['fault'],
    registers,
  });
  startAtZero(faults, 'fault', providerFaults);
  const clearText = new Counter({
    name: 'posthorn_clear_text_total',
    help: 'Mails handed to the provider in clear text because STARTTLS broke.',
    registers,
  });
  return { faults, clearText };
}

/** Creates the counters of requests over HTTP. */
export function createRequestCounters(registers: Registry[]) {
  const requests = new Histogram({
    name: 'posthorn_http_request_duration_seconds',
    help: 'Time from a request to the head of its answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  return { requests };
}

/** Creates the counters of attempts to deliver webhooks. */
export function createWebhookCounters(registers: Registry[]) {
  const webhooks = new Counter({
    name: 'posthorn_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them; failed: it was the last.',
    labelNames: ['outcome'],
    registers,
  });
  startAtZero(webhooks, 'outcome', Object.values(WEBHOOK_OUTCOMES));
  return { webhooks };
}

/** What is to blame for a received mail that was not read. */
export const UNREADABLE_CAUSES = ['mail', 'machine', 'source'] as const;

/** Creates the counters of mail that is received. */
export function createInboundCounters(registers: Registry[]) {
  const reports = new Counter({
    name: 'posthorn_reports_total',
    help: 'Mails to return paths, by what they are; those that came too late, or stand for nobody, are not believed.',
    labelNames: ['kind', 'believed'],
    registers,
  });
  const postmasters = new Counter({
    name: 'posthorn_postmaster_mails_total',
    help: 'Mails to the postmaster, which the operator reads.',
    registers,
  });
  const unreadable = new Counter({
    name: 'posthorn_inbound_unreadable_total',
    help: 'Received mails that are kept unread, by what is to blame: the mail, the machine, or the store with its source.',
    labelNames: ['cause'],
    registers,
  });
  startAtZero(unreadable, 'cause', UNREADABLE_CAUSES);
  return { reports, postmasters, unreadable };
}

/** Replies to a try to log in over SMTP. */
const LOG_IN_REPLIES = ['235', '421', '454', '535'];

/** Creates the counters of what clients hand over by SMTP. */
export function createSubmissionCounters(registers: Registry[]) {
  const mails = new Histogram({
    name: 'posthorn_submission_duration_seconds',
    help: 'Time from DATA to the reply to a mail that is to be sent, by the code of the reply.',
    labelNames: ['reply'],
    registers,
  });
  const logIns = new Counter({
    name: 'posthorn_submission_log_ins_total',
    help: 'Tries to log in to hand mail over, by the code of the reply; 421: too many bad ones came from that address.',
    labelNames: ['reply'],
    registers,
  });
  startAtZero(logIns, 'reply', LOG_IN_REPLIES);
  return { mails, logIns };
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
