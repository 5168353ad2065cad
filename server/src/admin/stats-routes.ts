import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { Background } from '../background.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import { OPERATOR } from '../db/db.ts';
import type { WaitingWork } from '../watch/backlog.ts';
import type { Watch } from '../watch/create-watch.ts';
import { findTroubles } from '../watch/find-troubles.ts';
import type { Reputation } from '../watch/read-reputation.ts';
import { countAttemptsInDoubt, countMessagesByStatus } from './store.ts';

export interface StatsParts {
  readonly app: AppContext;
  readonly watch: Watch;
  readonly background: Pick<Background, 'history'>;
}

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms));

const presentWaiting = <State extends string>({ state, count, oldestMs }: WaitingWork<State>) => ({
  state,
  count,
  oldest_ms: rounded(oldestMs),
});

const presentReputation = ({ tenantId, emails, bounces, complaints }: Reputation) => ({
  tenant_id: tenantId,
  emails,
  bounces,
  complaints,
});

function presentJobs(history: ReturnType<Background['history']>) {
  const jobs = Object.entries(history).map(
    ([name, { runs, failures, lastSuccessAt }]) => [name, { runs, failures, last_success_at: lastSuccessAt }] as const,
  );
  return Object.fromEntries(jobs);
}

/** Returns the handlers of `/admin/stats`: what waits, what became of the rest, and what is wrong. */
export function statsRoutes({ app, watch, background }: StatsParts): Handlers<typeof adminContract>['stats'] {
  // Counting by status goes through all messages, so apart from what others wait for.
  const scan = () => app.db.scan(OPERATOR);
  return {
    get: async () => {
      const backlog = await watch.backlog.renew();
      const [reputation, provider] = await Promise.all([watch.reputation.renew(), watch.provider()]);
      const queues = Object.entries(backlog.queues).map(
        ([name, { waiting, active, oldestWaitingMs }]) => [name, { waiting, active, oldest_waiting_ms: oldestWaitingMs }] as const,
      );
      return reply(200, {
        queues: Object.fromEntries(queues),
        messages: await countMessagesByStatus(scan()),
        in_doubt: await countAttemptsInDoubt(scan()),
        waiting: backlog.mail.map((row) => ({ ...presentWaiting(row), reason: row.reason })),
        webhooks: backlog.webhooks.map(presentWaiting),
        inbound: backlog.inbound.map(presentWaiting),
        storage_changes: backlog.storageChanges,
        provider: provider && { name: provider.name, up: provider.isUp, fault: provider.fault },
        jobs: presentJobs(background.history()),
        reputation: reputation.map(presentReputation),
        findings: findTroubles(backlog, provider),
      });
    },
  };
}
