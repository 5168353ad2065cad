import { Gauge, type Registry } from 'prom-client';
import type { LateEndpoints } from './late-endpoints.ts';

/** Adds how many endpoints are slow, as far as this process has seen. */
export function measureSlow(late: LateEndpoints, registry: Registry): void {
  new Gauge({
    name: 'posthorn_webhook_slow_endpoints',
    help: 'Endpoints whose answers take half a second or more on average, as far as this process has posted to them.',
    registers: [registry],
    collect() {
      this.set(late.countSlow());
    },
  });
}
