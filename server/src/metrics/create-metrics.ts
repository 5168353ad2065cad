import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { HeardReport } from '../feedback/index.ts';
import type { MeasuredRequest } from '../http/measure.ts';
import type { HandOver } from '../provider/provider.ts';

/** What this process has seen. No label names a tenant or an address: there is no end of them. */
export interface Metrics {
  readonly registry: Registry;
  onRequest(request: MeasuredRequest): void;
  /** After the commit that made them durable. */
  onAccepted(messages: readonly { readonly stream: string; readonly testMode: boolean }[]): void;
  onHandOver(result: HandOver, seconds: number): void;
  onReport(report: HeardReport): void;
  onPostmaster(): void;
  /** The text that Prometheus reads. */
  write(): Promise<string>;
}

/** In doubt and broken off are said of the whole mail, the other outcomes of each recipient. */
function outcomesOf({ replies, inDoubt, brokenOff }: HandOver): readonly string[] {
  if (inDoubt) return replies.map(() => 'in_doubt');
  if (brokenOff) return replies.map(() => 'broken_off');
  return replies.map(({ outcome }) => outcome);
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let observesProcess = false;

  const requests = new Histogram({
    name: 'posthorn_http_request_duration_seconds',
    help: 'Time from a request to the head of its answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
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

  const faults = new Counter({
    name: 'posthorn_provider_faults_total',
    help: 'Mails that were put off for what is wrong between us and the provider: unreachable, tls, log_in, relaying.',
    labelNames: ['fault'],
    registers,
  });
  const clearText = new Counter({
    name: 'posthorn_clear_text_total',
    help: 'Mails handed to the provider in clear text because STARTTLS broke.',
    registers,
  });

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

  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    onAccepted(messages) {
      for (const { stream, testMode } of messages) accepted.inc({ stream, test_mode: String(testMode) });
    },
    onHandOver(result, seconds) {
      handOvers.observe(seconds);
      for (const outcome of outcomesOf(result)) deliveries.inc({ outcome });
      if (result.fault !== undefined) faults.inc({ fault: result.fault });
      if (result.inClearText === true) clearText.inc();
    },
    onReport: ({ kind, believed }) => reports.inc({ kind, believed: String(believed) }),
    onPostmaster: () => postmasters.inc(),
    write() {
      // Not before somebody asks, since observing the event loop costs a timer that never ends.
      if (!observesProcess) collectDefaultMetrics({ register: registry });
      observesProcess = true;
      return registry.metrics();
    },
  };
}
