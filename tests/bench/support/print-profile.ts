import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CpuProfile, summarize } from './cpu-profile.ts';

const LINES = Number(process.env.BENCH_LINES ?? 30);

/** What a profile is of. */
interface Profiled {
  /** For the name of the file that is left. */
  readonly name: string;
  readonly mails: number;
}

/** Prints what the time of a profile was spent on, and leaves it as a file that DevTools open. */
export function printProfile(profile: CpuProfile, { name, mails }: Profiled): void {
  const { own, within, busy } = summarize(profile);
  const print = (title: string, times: ReadonlyMap<string, number>) => {
    console.log(`\n${title}`);
    const rows = [...times].toSorted(([, left], [, right]) => right - left).slice(0, LINES);
    for (const [subject, took] of rows)
      console.log(`${((took / busy) * 100).toFixed(1).padStart(6)} % ${(took / mails).toFixed(1).padStart(7)} µs  ${subject}`);
  };
  print('By subject, what Node does for it included', own);
  print('Our functions, with all that they call', within);
  const file = join(tmpdir(), `posthorn-${name}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  console.log(`\nThe profile is ${file}.`);
}
