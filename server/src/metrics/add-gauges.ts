import type { AppContext } from '../app-context.ts';
import type { Background } from '../background.ts';
import { storeUnresponsive } from '../blobs/create-blobs.ts';
import { poolLoad } from '../core/concurrency/task-load.ts';
import { usedCertificate } from '../smtp/follow-certificate.ts';
import { answersSoon } from '../watch/answers-soon.ts';
import type { Watch } from '../watch/create-watch.ts';
import type { ProviderWatch } from '../watch/provider-state.ts';
import type { Metrics } from './create-metrics.ts';
import { watchBacklog, watchDatabase, watchReputation } from './watch-backlog.ts';
import { watchCertificates, watchLoads, watchProcess, watchProviderState, watchStore } from './watch-process.ts';

interface GaugeSources {
  readonly app: AppContext;
  readonly watch: Watch;
  readonly followed: ProviderWatch;
  readonly background: Background;
}

/** Adds the gauges, whose values are read when the metrics are requested. */
export function addGauges({ registry }: Metrics, { app, watch, followed, background }: GaugeSources): void {
  watchBacklog(registry, watch.backlog);
  watchDatabase(registry, () => answersSoon(app), watch.backlog);
  watchReputation(registry, watch.reputation);
  if (app.config.ROLE !== 'api') watchProviderState(registry, followed);
  watchLoads(registry, () => app.hooks.ask(poolLoad));
  watchCertificates(registry, () => app.hooks.ask(usedCertificate));
  watchStore(registry, () => app.hooks.ask(storeUnresponsive));
  watchProcess(registry, background);
}
