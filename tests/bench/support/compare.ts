const ROUNDS = 3;
const MOST_SPREAD = 0.3;
const TRIES = 3;

/** The ratio to reach, and the one that must not be passed. */
export interface Target {
  readonly goal: number;
  readonly floor: number;
}

/** Two ways to do the same, measured in turn. */
export interface Comparison extends Target {
  readonly name: string;
  ours(): Promise<unknown>;
  byHand(): Promise<unknown>;
}

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** The value that so many of all, 0 to 1, are below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const verdictOf = (ratio: number, { goal, floor }: Target): 'goal' | 'floor' | 'MISSED' =>
  ratio <= goal ? 'goal' : ratio <= floor ? 'floor' : 'MISSED';

async function measureRounds({ ours, byHand }: Comparison) {
  const rounds: { ours: Measured; byHand: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ byHand: await measure(byHand), ours: await measure(ours) });
  const ratios = rounds.map((round) => round.ours.wallMs / round.byHand.wallMs);
  const ratio = median(ratios);
  return { rounds, ratio, spread: (Math.max(...ratios) - Math.min(...ratios)) / ratio };
}

/** Prints time taken by us and by hand, their ratio, and the target: the median of three interleaved rounds, again where they differ much. */
export async function compareTimes(comparison: Comparison): Promise<void> {
  await comparison.byHand();
  await comparison.ours();
  let measured = await measureRounds(comparison);
  for (let attempt = 1; attempt < TRIES && measured.spread > MOST_SPREAD; attempt += 1) measured = await measureRounds(comparison);
  const { rounds, ratio, spread } = measured;
  const ms = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick)).toFixed(1);
  console.log(
    `${comparison.name}: ours ${ms((round) => round.ours.wallMs)} ms (CPU here ${ms((round) => round.ours.cpuMs)}), ` +
      `by hand ${ms((round) => round.byHand.wallMs)} ms (CPU here ${ms((round) => round.byHand.cpuMs)}), ` +
      `ratio ${ratio.toFixed(2)} ± ${(spread * 50).toFixed(0)} %, target ≤ ${comparison.goal} (${comparison.floor}): ${verdictOf(ratio, comparison)}`,
  );
}
