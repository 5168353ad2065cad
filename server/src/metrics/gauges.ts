import { Gauge, type Registry } from 'prom-client';

/** A value of a gauge, by its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** Adds a gauge that is looked up when it is asked for. What cannot be had is gone: a last value would hide that. */
export function addGauge(registry: Registry, { labelNames = [], ...named }: GaugeOptions, read: () => Promise<readonly Sample[]>): void {
  new Gauge({
    ...named,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await read();
      this.reset();
      // Without labels it would go on as 0.
      if (samples.length === 0 && labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}

/** Milliseconds in the unit of all metrics. */
export const inSeconds = (ms: number | null): number => (ms ?? 0) / 1000;
