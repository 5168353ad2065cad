import { collectDefaultMetrics, Registry } from 'prom-client';
import type { SettledDelivery } from '../delivery/index.ts';
import type { MeasuredRequest } from '../http/measure.ts';
import type { JobRun } from '../job-history.ts';
import type { HandOver } from '../provider/provider.ts';
import {
  createInboundCounters,
  createJobCounters,
  createMailCounters,
  createProviderCounters,
  createRequestCounters,
  createSubmissionCounters,
  createWebhookCounters,
  type UNREADABLE_CAUSES,
  WEBHOOK_OUTCOMES,
} from './create-counters.ts';

/** Counts what happens in this process. No label of these names a tenant or an address, of which there is no end. */
export interface Metrics {
  readonly registry: Registry;
  onRequest(request: MeasuredRequest): void;
  /** Called after the commit that made the messages durable. */
  onAccepted(messages: readonly { readonly stream: string; readonly testMode: boolean }[]): void;
  onHandOver(result: HandOver, seconds: number): void;
  onSettled(settled: SettledDelivery): void;
  onWebhook(status: 'delivered' | 'pending' | 'failed'): void;
  /** Counts a mail to a return path. */
  onReport(report: { readonly kind: string; readonly believed: boolean }): void;
  onPostmaster(): void;
  onUnreadable(cause: (typeof UNREADABLE_CAUSES)[number]): void;
  /** A mail that was handed over by SMTP: the code of its reply, and how long that took. */
  onSubmission(answered: { readonly reply: number; readonly seconds: number }): void;
  onLogIn(reply: number): void;
  onJob(run: JobRun): void;
  /** Returns all metrics in the text format that Prometheus reads. */
  write(): Promise<string>;
}

/** Returns an outcome for each recipient; that a mail is in doubt or broken off holds for all of them. */
function outcomesOf({ replies, inDoubt, brokenOff }: HandOver): readonly string[] {
  if (inDoubt) return replies.map(() => 'in_doubt');
  if (brokenOff) return replies.map(() => 'broken_off');
  return replies.map(({ outcome }) => outcome);
}

/** Outcomes that are final; after the others delivery is tried again. */
const ENDS: readonly string[] = ['sent', 'failed', 'bounce', 'suppressed'];

/** Creates the metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const mail = createMailCounters(registers);
  const provider = createProviderCounters(registers);
  const { requests } = createRequestCounters(registers);
  const { webhooks } = createWebhookCounters(registers);
  const inbound = createInboundCounters(registers);
  const submission = createSubmissionCounters(registers);
  const jobs = createJobCounters(registers);
  let observesProcess = false;

  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
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
    onWebhook: (status) => webhooks.inc({ outcome: WEBHOOK_OUTCOMES[status] }),
    onReport: ({ kind, believed }) => inbound.reports.inc({ kind, believed: String(believed) }),
    onPostmaster: () => inbound.postmasters.inc(),
    onUnreadable: (cause) => inbound.unreadable.inc({ cause }),
    onSubmission: ({ reply, seconds }) => submission.mails.observe({ reply }, seconds),
    onLogIn: (reply) => submission.logIns.inc({ reply }),
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
