import { systemClock } from '../core/clock.ts';
import type { Provider } from '../provider/provider.ts';
import type { Metrics } from './create-metrics.ts';

/** The same provider, with an eye on how long it takes and what comes of it. */
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
