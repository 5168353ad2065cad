import type { AppContext } from '../app-context.ts';
import { systemClock } from '../core/clock.ts';
import { reportHeard } from '../feedback/index.ts';
import { postmasterWritten } from '../inbound/index.ts';
import { messagesAccepted } from '../messages/index.ts';
import type { Provider } from '../provider/provider.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts what is accepted. */
export function watchAccepted({ hooks }: AppContext, { onAccepted }: Metrics): void {
  hooks.on(messagesAccepted, async (messages) => onAccepted(messages));
}

/** Counts what comes to return paths. */
export function watchReports({ hooks }: AppContext, { onReport }: Metrics): void {
  hooks.on(reportHeard, async (report) => onReport(report));
}

/** Counts what comes to the postmaster. */
export function watchPostmaster({ hooks }: AppContext, { onPostmaster }: Metrics): void {
  hooks.on(postmasterWritten, async () => onPostmaster());
}

/** Returns the same provider, which tells how long it takes and what comes of it. */
export function watchProvider(provider: Provider, { onHandOver }: Metrics): Provider {
  return {
    ...provider,
    async send(mail, options) {
      const startedAt = systemClock.monotonic();
      const result = await provider.send(mail, options);
      onHandOver(result, (systemClock.monotonic() - startedAt) / 1000);
      return result;
    },
  };
}
