import { Gauge, type Registry } from 'prom-client';

/** A value of a gauge, with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/**
 * Adds a gauge whose values are read when metrics are requested. Values that cannot be read are omitted, since showing the last ones
 * would hide the failure.
 */
export function addGauge(registry: Registry, { labelNames = [], ...named }: GaugeOptions, read: () => Promise<readonly Sample[]>): void {
  new Gauge({
    ...named,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await read();
      this.reset();
      // A gauge without labels would otherwise be exported as 0.
      if (samples.length === 0 && labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}

/** Returns milliseconds as seconds, the unit of all metrics; 0 for null. */
export const inSeconds = (ms: number | null): number => (ms ?? 0) / 1000;
