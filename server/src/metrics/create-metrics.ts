import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { JobRun } from '../background.ts';
import type { SettledDelivery } from '../delivery/index.ts';
import type { HeardReport } from '../feedback/index.ts';
import type { MeasuredRequest } from '../http/measure.ts';
import type { HandOver } from '../provider/provider.ts';

/** What this process has seen. No label of these names a tenant or an address: there is no end of them. */
export interface Metrics {
  readonly registry: Registry;
  onRequest(request: MeasuredRequest): void;
  /** After the commit that made them durable. */
  onAccepted(messages: readonly { readonly stream: string; readonly testMode: boolean }[]): void;
  onHandOver(result: HandOver, seconds: number): void;
  onSettled(settled: SettledDelivery): void;
  onWebhook(status: 'delivered' | 'pending' | 'failed'): void;
  onReport(report: HeardReport): void;
  onPostmaster(): void;
  onJob(run: JobRun): void;
  /** The text that Prometheus reads. */
  write(): Promise<string>;
}

/** In doubt and broken off are said of the whole mail, the other outcomes of each recipient. */
function outcomesOf({ replies, inDoubt, brokenOff }: HandOver): readonly string[] {
  if (inDoubt) return replies.map(() => 'in_doubt');
  if (brokenOff) return replies.map(() => 'broken_off');
  return replies.map(({ outcome }) => outcome);
}

/** Outcomes that end something; the others are tried on. */
const ENDS: readonly string[] = ['sent', 'failed', 'bounce', 'suppressed'];
const WEBHOOK_OUTCOMES = { delivered: 'delivered', pending: 'retry', failed: 'failed' } as const;
const LATENCY_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

/** A series that is there before anything was counted, so that the first one is seen as an increase. */
function startAtZero<L extends string>(counter: Counter<L>, label: L, values: readonly string[]): void {
  for (const value of values) counter.inc({ [label]: value } as Record<L, string>, 0);
}

function createMailCounters(registers: Registry[]) {
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

function createProviderCounters(registers: Registry[]) {
  const faults = new Counter({
    name: 'posthorn_provider_faults_total',
    help: 'Mails that were put off for what is wrong between us and the provider: unreachable, tls, log_in, relaying.',
    labelNames: ['fault'],
    registers,
  });
  startAtZero(faults, 'fault', ['unreachable', 'tls', 'log_in', 'relaying']);
  const clearText = new Counter({
    name: 'posthorn_clear_text_total',
    help: 'Mails handed to the provider in clear text because STARTTLS broke.',
    registers,
  });
  return { faults, clearText };
}

function createOtherCounters(registers: Registry[]) {
  const requests = new Histogram({
    name: 'posthorn_http_request_duration_seconds',
    help: 'Time from a request to the head of its answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const webhooks = new Counter({
    name: 'posthorn_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them; failed: it was the last.',
    labelNames: ['outcome'],
    registers,
  });
  startAtZero(webhooks, 'outcome', Object.values(WEBHOOK_OUTCOMES));
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
  return { requests, webhooks, reports, postmasters };
}

function createJobCounters(registers: Registry[]) {
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

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const mail = createMailCounters(registers);
  const provider = createProviderCounters(registers);
  const other = createOtherCounters(registers);
  const jobs = createJobCounters(registers);
  let observesProcess = false;

  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => other.requests.observe({ method, route, status }, seconds),
    onAccepted(messages) {
      for (const { stream, testMode } of messages) mail.accepted.inc({ stream, test_mode: String(testMode) });
    },
    onHandOver(result, seconds) {
      mail.handOvers.observe(seconds);
      for (const outcome of outcomesOf(result)) mail.deliveries.inc({ outcome });
      if (result.fault !== undefined) provider.faults.inc({ fault: result.fault });
      if (result.inClearText === true) provider.clearText.inc();
    },
    onSettled({ attempts, outcomes, latencyMs }) {
      for (const outcome of attempts) mail.attempts.inc({ outcome });
      if (latencyMs === null) return;
      for (const outcome of outcomes) if (ENDS.includes(outcome)) mail.latency.observe({ outcome }, latencyMs / 1000);
    },
    onWebhook: (status) => other.webhooks.inc({ outcome: WEBHOOK_OUTCOMES[status] }),
    onReport: ({ kind, believed }) => other.reports.inc({ kind, believed: String(believed) }),
    onPostmaster: () => other.postmasters.inc(),
    onJob({ name, failed, seconds }) {
      jobs.runs.inc({ job_name: name });
      jobs.failures.inc({ job_name: name }, failed ? 1 : 0);
      jobs.duration.observe({ job_name: name }, seconds);
    },
    write() {
      // Not before somebody asks, since observing the event loop costs a timer that never ends.
      if (!observesProcess) collectDefaultMetrics({ register: registry });
      observesProcess = true;
      return registry.metrics();
    },
  };
}
