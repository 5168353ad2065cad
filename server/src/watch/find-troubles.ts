import type { ProviderFault } from '@posthorn/contract';
import { MINUTE_MS } from '../core/durations.ts';
import type { Backlog, WaitingMail, WaitingWork } from './backlog.ts';
import type { ProviderState } from './provider-state.ts';

/** Something that stands still or is likely to, as sentences for the operator: what it is, how much, and what to do. */
export interface Trouble {
  readonly subject: string;
  readonly detail: string;
  readonly mend: string;
}

// The shipped alerts say the same.
/** Waiting times after which something should have been done. */
const LATE_MS = 5 * MINUTE_MS;
/** By then a server that puts strangers off has taken their mail. */
const RETRY_LATE_MS = 30 * MINUTE_MS;
const MANY_CHANGES = 50_000;

const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE_MS },
  { name: 'hour', ms: 60 * MINUTE_MS },
  { name: 'minute', ms: MINUTE_MS },
] as const;

/** Returns a duration in words, in the largest unit of which there are at least two: `3 hours`, `119 minutes`. */
export function inWords(ms: number): string {
  const unit = UNITS.find((each) => ms >= 2 * each.ms);
  return unit === undefined ? `${Math.round(ms / 1000)} seconds` : `${Math.floor(ms / unit.ms)} ${unit.name}s`;
}

const many = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
const isLate = ({ oldestMs }: { readonly oldestMs: number | null }) => (oldestMs ?? 0) > LATE_MS;

const SEE_WORKERS = 'see that a worker runs (ROLE=all or worker), and what its log says';
const SEE_PROVIDER: Readonly<Record<ProviderFault, string>> = {
  unreachable: 'see that the server in PROVIDER_URL runs and can be reached from here',
  tls: 'see that the server in PROVIDER_URL offers TLS with a valid certificate',
  log_in: 'see that PROVIDER_URL has the right user and password, and no ?tls=off where the log has the server ask for STARTTLS',
  relaying: 'see that the server in PROVIDER_URL may relay mail of these senders',
};

/** Returns troubles with mail. Where this process hears nothing of the provider, mail that is late tells of it. */
function ofMail(mail: readonly WaitingMail[], provider: ProviderState | null): Trouble[] {
  const retries = mail.filter(({ reason }) => reason === 'retry');
  const count = retries.reduce((sum, each) => sum + each.count, 0);
  const oldestMs = Math.max(0, ...retries.map((each) => each.oldestMs ?? 0));
  const isDown = provider?.isUp === false;
  const ready = mail.filter((each) => each.reason === 'ready' && isLate(each));
  const mend = isDown
    ? SEE_PROVIDER[provider.fault ?? 'unreachable']
    : 'see what the log says of the provider, and look with posthorn doctor';
  return [
    ...ready.map((each) => ({
      subject: 'mail',
      detail: `${many(each.count, 'mail')} to be delivered, waiting for up to ${inWords(each.oldestMs ?? 0)}`,
      mend: SEE_WORKERS,
    })),
    ...(count > 0 && (isDown || oldestMs > RETRY_LATE_MS)
      ? [{ subject: 'mail', detail: `${many(count, 'mail')} put off and tried again, the first tried ${inWords(oldestMs)} ago`, mend }]
      : []),
  ];
}

const ofProvider = (provider: ProviderState | null): Trouble[] =>
  provider === null || provider.isUp
    ? []
    : [
        {
          subject: 'provider',
          detail: `${provider.name} takes no mail (${provider.fault ?? 'no answer'})`,
          mend: SEE_PROVIDER[provider.fault ?? 'unreachable'],
        },
      ];

const ofWaiting = (
  given: readonly WaitingWork<string>[],
  state: string,
  what: { subject: string; name: string; mend: string },
): Trouble[] =>
  given
    .filter((each) => each.state === state && isLate(each))
    .map(({ count, oldestMs }) => ({
      subject: what.subject,
      detail: `${many(count, what.name)}, waiting for up to ${inWords(oldestMs ?? 0)}`,
      mend: what.mend,
    }));

const ofQueues = (queues: Backlog['queues']): Trouble[] =>
  Object.entries(queues).flatMap(([name, { failed }]) =>
    failed === 0
      ? []
      : [
          {
            subject: 'queues',
            detail: `${many(failed, 'job')} of ${name} given up in the last hour`,
            mend: 'see whose they were and why by posthorn jobs failed, and the errors in the log of the workers',
          },
        ],
  );

function ofRest({ inDoubt, storageChanges, recordedAheadMs }: Backlog): Trouble[] {
  const clock = {
    subject: 'clock',
    detail: `events were recorded ${inWords(recordedAheadMs)} ahead of the time that it is: what was put off then waits for so much longer`,
    mend: 'see that the time is right and kept by NTP, on every machine; where it was set back for good, all goes on once it has caught up',
  };
  const doubts = {
    subject: 'attempts',
    detail: `${many(inDoubt, 'attempt')} of the last 24 hours in doubt: their mail may have come twice`,
    mend: 'see why connections to the provider broke, or workers died',
  };
  const changes = {
    subject: 'storage',
    detail: `${many(storageChanges, 'change')} of what tenants keep not added up yet`,
    mend: 'see that the job cleanup runs, and what the log says of it',
  };
  return [
    ...(recordedAheadMs > LATE_MS ? [clock] : []),
    ...(inDoubt > 0 ? [doubts] : []),
    ...(storageChanges >= MANY_CHANGES ? [changes] : []),
  ];
}

/** Returns what stands still. `provider`: its state as seen by a process that delivers; null in others. */
export function findTroubles(backlog: Backlog, provider: ProviderState | null): Trouble[] {
  return [
    ...ofProvider(provider),
    ...ofMail(backlog.mail, provider),
    ...ofWaiting(backlog.webhooks, 'ready', { subject: 'webhooks', name: 'webhook', mend: SEE_WORKERS }),
    ...ofWaiting(backlog.inbound, 'waiting', { subject: 'inbound', name: 'unread received mail', mend: SEE_WORKERS }),
    ...ofQueues(backlog.queues),
    ...ofRest(backlog),
  ];
}
