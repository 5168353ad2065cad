import { systemClock } from '../core/clock.ts';
import type { Provider } from '../provider/provider.ts';
import type { Metrics } from './create-metrics.ts';

/** Returns the provider with each hand-over measured: its duration and its outcome. */
export function measureProvider(provider: Provider, { onHandOver }: Metrics): Provider {
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
