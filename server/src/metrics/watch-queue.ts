import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Queue, QueueDepth } from '../queue/queue.ts';
import type { Metrics } from './create-metrics.ts';

const STATES = ['waiting', 'active', 'failed'] as const;

type Depths = readonly (readonly [name: string, depth: QueueDepth])[];

/** Adds the depths of the queues, which are looked up when they are asked for. Every process tells the same ones. */
export function watchQueue(queue: Pick<Queue, 'depths'>, { registry }: Pick<Metrics, 'registry'>, log: Logger): void {
  const registers = [registry];
  let underway: Promise<Depths> | undefined;

  async function read(): Promise<Depths> {
    try {
      return Object.entries(await queue.depths());
    } catch (error) {
      log.warn({ err: error }, 'the queues cannot be looked up');
      return [];
    } finally {
      underway = undefined;
    }
  }

  /** Both gauges are asked at once, and the queue once for both. */
  const look = () => {
    underway ??= read();
    return underway;
  };

  // Both are emptied first: a gauge that goes on with its last value would hide that the database is away.
  new Gauge({
    name: 'posthorn_queue_jobs',
    help: 'Jobs by queue and state; failed: given up in the last hour.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const depths = await look();
      this.reset();
      for (const [name, depth] of depths) for (const state of STATES) this.set({ queue: name, state }, depth[state]);
    },
  });
  new Gauge({
    name: 'posthorn_queue_oldest_waiting_seconds',
    help: 'Age of the oldest waiting job; 0 where none waits.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const depths = await look();
      this.reset();
      for (const [name, { oldestWaitingMs }] of depths) this.set({ queue: name }, (oldestWaitingMs ?? 0) / 1000);
    },
  });
}
