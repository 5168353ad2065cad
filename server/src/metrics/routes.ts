import type { adminContract } from '@posthorn/contract';
import { type Handlers, reply } from '../core/request/handler.ts';
import type { Metrics } from './create-metrics.ts';

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** Returns the handler of `/metrics`. */
export function metricsRoutes(metrics: Metrics): Handlers<typeof adminContract>['metrics'] {
  return { get: async () => reply(200, once(await metrics.write())) };
}
