import type { Registry } from 'prom-client';
import type { Backlog, WaitingWork } from '../watch/backlog.ts';
import type { Reputation } from '../watch/read-reputation.ts';
import type { Snapshot } from '../watch/snapshot.ts';
import { addGauge, type GaugeOptions, inSeconds, type Sample } from './gauges.ts';

const QUEUE_STATES = ['waiting', 'active', 'failed'] as const;
const MOST = 'as many as 100000';

interface States {
  readonly mail: readonly Pick<Backlog['mail'][number], 'state' | 'reason'>[];
  readonly webhooks: readonly Backlog['webhooks'][number]['state'][];
  readonly inbound: readonly Backlog['inbound'][number]['state'][];
}

/** All states, each of which has a series even while it is empty. */
const STATES = {
  mail: [
    { state: 'queued', reason: 'ready' },
    { state: 'queued', reason: 'retry' },
    { state: 'queued', reason: 'broadcast' },
    { state: 'queued', reason: 'pace' },
    { state: 'queued', reason: 'paused' },
    { state: 'queued', reason: 'suspended' },
    { state: 'scheduled', reason: 'scheduled' },
    { state: 'sending', reason: 'delivering' },
    { state: 'sent', reason: 'retry' },
  ],
  webhooks: ['ready', 'retry', 'held'],
  inbound: ['waiting', 'aside'],
} as const satisfies States;

type OfBacklog = (backlog: Backlog) => readonly Sample[];

const byState = (
  states: readonly string[],
  given: readonly WaitingWork<string>[],
  measure: (found: WaitingWork<string>) => number,
): Sample[] =>
  states.map((state) => {
    const found = given.find((each) => each.state === state);
    return { labels: { state }, value: found === undefined ? 0 : measure(found) };
  });

const countOf = ({ count }: WaitingWork<string>) => count;
const ageOf = ({ oldestMs }: WaitingWork<string>) => inSeconds(oldestMs);

function ofMail({ mail }: Backlog, measure: (row: Backlog['mail'][number]) => number): Sample[] {
  const others = STATES.mail.filter(({ state, reason }) => !mail.some((row) => row.state === state && row.reason === reason));
  return [
    ...others.map((labels) => ({ labels, value: 0 })),
    ...mail.map((row) => ({ labels: { state: row.state, reason: row.reason }, value: measure(row) })),
  ];
}

const queues = (backlog: Backlog) => Object.entries(backlog.queues);

const GAUGES: readonly (readonly [GaugeOptions, OfBacklog])[] = [
  [
    { name: 'posthorn_queue_jobs', help: 'Jobs by queue and state; failed: given up in the last hour.', labelNames: ['queue', 'state'] },
    (backlog) =>
      queues(backlog).flatMap(([queue, depth]) => QUEUE_STATES.map((state) => ({ labels: { queue, state }, value: depth[state] }))),
  ],
  [
    {
      name: 'posthorn_queue_oldest_waiting_seconds',
      help: 'Age of the oldest waiting job; 0 where none waits.',
      labelNames: ['queue'],
    },
    (backlog) => queues(backlog).map(([queue, { oldestWaitingMs }]) => ({ labels: { queue }, value: inSeconds(oldestWaitingMs) })),
  ],
  [
    {
      name: 'posthorn_messages_waiting',
      help: `Messages that have not left, by status and why; ${MOST} of each are counted.`,
      labelNames: ['state', 'reason'],
    },
    (backlog) => ofMail(backlog, ({ count }) => count),
  ],
  [
    {
      name: 'posthorn_messages_oldest_waiting_seconds',
      help: 'How long the oldest of them has waited since it was due or first tried; 0 where none has, or it is to wait.',
      labelNames: ['state', 'reason'],
    },
    (backlog) => ofMail(backlog, ({ oldestMs }) => inSeconds(oldestMs)),
  ],
  [
    {
      name: 'posthorn_broadcast_turns_seconds',
      help: 'How far ahead the turns of broadcast mail are taken by BROADCAST_RATE, of the tenant with most; 0 where no pace is kept.',
    },
    ({ turnsAheadMs }) => [{ value: inSeconds(turnsAheadMs) }],
  ],
  [
    { name: 'posthorn_attempts_in_doubt', help: 'Attempts of the last 24 hours whose final reply was lost.' },
    ({ inDoubt }) => [{ value: inDoubt }],
  ],
  [
    {
      name: 'posthorn_webhooks_waiting',
      help: `Webhook deliveries that are still to be made, by state; ${MOST} of each are counted.`,
      labelNames: ['state'],
    },
    ({ webhooks }) => byState(STATES.webhooks, webhooks, countOf),
  ],
  [
    { name: 'posthorn_webhooks_oldest_waiting_seconds', help: 'Age of the oldest of them.', labelNames: ['state'] },
    ({ webhooks }) => byState(STATES.webhooks, webhooks, ageOf),
  ],
  [
    {
      name: 'posthorn_inbound_spool_mails',
      help: `Received mail that is in no log: waiting to be read, or laid aside since it cannot be; ${MOST} of each are counted.`,
      labelNames: ['state'],
    },
    ({ inbound }) => byState(STATES.inbound, inbound, countOf),
  ],
  [
    { name: 'posthorn_inbound_spool_oldest_seconds', help: 'Age of the oldest of them.', labelNames: ['state'] },
    ({ inbound }) => byState(STATES.inbound, inbound, ageOf),
  ],
  [
    { name: 'posthorn_storage_changes_waiting', help: `Changes of what tenants keep that are in no figure yet; ${MOST} are counted.` },
    ({ storageChanges }) => [{ value: storageChanges }],
  ],
];

type BacklogReader = Pick<Snapshot<Backlog>, 'get'>;

/** Adds gauges of the remaining work over all processes; every process reports the same values. */
export function watchBacklog(registry: Registry, backlog: BacklogReader): void {
  for (const [options, samplesOf] of GAUGES)
    addGauge(registry, options, async () => {
      const found = await backlog.get();
      return found === undefined ? [] : samplesOf(found);
    });
}

/** Adds a gauge of whether the database answers. The other figures remain for a while when it does not, so they do not show it. */
export function watchDatabase(registry: Registry, answers: () => Promise<boolean>, backlog: BacklogReader): void {
  const named = { name: 'posthorn_database_up', help: '1 while the database answers, also what is asked for these metrics.' };
  addGauge(registry, named, async () => {
    const [isUp, found] = await Promise.all([answers(), backlog.get()]);
    return [{ value: isUp && found !== undefined ? 1 : 0 }];
  });
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(1, part / whole));

const RATES: readonly (readonly [GaugeOptions, (tenant: Reputation) => number])[] = [
  [
    { name: 'posthorn_tenant_bounce_ratio', help: 'Share of the emails of the last 24 hours that bounced, of the tenants with most.' },
    ({ bounces, emails }) => ratio(bounces, emails),
  ],
  [
    { name: 'posthorn_tenant_complaint_ratio', help: 'Share of the emails of the last 24 hours that were complained of, of the same.' },
    ({ complaints, emails }) => ratio(complaints, emails),
  ],
  [
    { name: 'posthorn_tenant_emails', help: 'Emails of the last 24 hours of the same tenants, the newest 20000 of each.' },
    ({ emails }) => emails,
  ],
];

/** Adds gauges of the reputation of the 20 tenants with the most bounces and the 20 with the most complaints. */
export function watchReputation(registry: Registry, reputation: Pick<Snapshot<readonly Reputation[]>, 'get'>): void {
  for (const [options, measure] of RATES)
    addGauge(registry, { ...options, labelNames: ['tenant'] }, async () =>
      ((await reputation.get()) ?? []).map((tenant) => ({ labels: { tenant: tenant.tenantId }, value: measure(tenant) })),
    );
}
