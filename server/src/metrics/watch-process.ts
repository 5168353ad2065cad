import { API_VERSION } from '@posthorn/contract';
import type { Registry } from 'prom-client';
import type { Background } from '../background.ts';
import type { NamedLoad } from '../core/concurrency/task-load.ts';
import type { UsedCertificate } from '../smtp/follow-certificate.ts';
import type { ProviderWatch } from '../watch/provider-state.ts';
import { addGauge } from './gauges.ts';

/** Adds a gauge of whether the provider accepts mail, as far as this process knows. */
export function watchProviderState(registry: Registry, provider: Pick<ProviderWatch, 'state'>): void {
  const named = {
    name: 'posthorn_provider_up',
    help: '1 while the provider took mail, or answered this process, within the last minute.',
    labelNames: ['provider'],
  };
  addGauge(registry, named, async () => {
    const { name, isUp } = await provider.state();
    return [{ labels: { provider: name }, value: isUp ? 1 : 0 }];
  });
}

/** Adds a gauge of waiting and running tasks in thread pools and in everything else with a concurrency limit. */
export function watchLoads(registry: Registry, loads: () => Promise<readonly NamedLoad[]>): void {
  const named = {
    name: 'posthorn_pool_tasks',
    help: 'Tasks of the thread pools, and scans of the database, that run or wait for their turn.',
    labelNames: ['pool', 'state'],
  };
  addGauge(registry, named, async () =>
    (await loads()).flatMap(({ pool, queued, running }) => [
      { labels: { pool, state: 'queued' }, value: queued },
      { labels: { pool, state: 'running' }, value: running },
    ]),
  );
}

/** Adds a gauge of when the certificates of the SMTP listeners expire. */
export function watchCertificates(registry: Registry, certificates: () => Promise<readonly UsedCertificate[]>): void {
  const named = {
    name: 'posthorn_certificate_end_timestamp_seconds',
    help: 'When the certificate ends that SMTP listeners of this process have in use, by the setting that names it.',
    labelNames: ['setting'],
  };
  addGauge(registry, named, async () =>
    (await certificates()).map(({ setting, expiresAt }) => ({ labels: { setting }, value: expiresAt / 1000 })),
  );
}

/** Adds a gauge of whether the store of files answers, if it is on another machine. */
export function watchStore(registry: Registry, answers: () => Promise<readonly boolean[]>): void {
  const named = {
    name: 'posthorn_blobs_up',
    help: '0 while the store of BLOBS_URL lets this process wait without an answer, and is asked for one thing at a time.',
  };
  addGauge(registry, named, async () => (await answers()).map((isUnresponsive) => ({ value: isUnresponsive ? 0 : 1 })));
}

/** Adds gauges of when the recurring jobs of this process last succeeded, and of its version of the interface. */
export function watchProcess(registry: Registry, background: Pick<Background, 'history'>): void {
  const named = {
    name: 'posthorn_job_last_success_timestamp_seconds',
    help: 'When a run of each recurring job last ended well in this process.',
    labelNames: ['job_name'],
  };
  addGauge(registry, named, async () =>
    Object.entries(background.history()).flatMap(([name, { lastSuccessAt }]) =>
      lastSuccessAt === null ? [] : [{ labels: { job_name: name }, value: lastSuccessAt / 1000 }],
    ),
  );
  addGauge(registry, { name: 'posthorn_build_info', help: 'Version of the interface.', labelNames: ['version'] }, async () => [
    { labels: { version: API_VERSION }, value: 1 },
  ]);
}
