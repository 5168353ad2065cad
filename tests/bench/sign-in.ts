// Whether the time of a refused sign-in reveals that an address has an account: wrong passwords for existing and unknown addresses, in
// turn.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/database/postgres.ts';
import { PASSWORD, SAME_ORIGIN, signUp } from '../support/fixtures/people.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, OPERATOR_TOKEN } from '../support/server.ts';
import { quantile } from './support/compare.ts';

const PEOPLE = 10;
/** Attempts of an account in 15 minutes; one more would be refused at once. */
const TRIES = 9;
const WINDOWS = Number(process.env.BENCH_WINDOWS ?? 5);
const WINDOW_MS = 16 * 60_000;
/** Attempts of a network in that time. */
const OF_NETWORK = 30;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

/** Milliseconds until a sign-in is refused. */
function refuse(url: string, email: string, localAddress: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/account/sign-in`, { method: 'POST', localAddress, headers: SAME_ORIGIN }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 401) resolve(performance.now() - started);
        else reject(new Error(`it was answered ${answer.statusCode}`));
      });
    });
    asked.once('error', reject).end(JSON.stringify({ email, password: `not ${PASSWORD}` }));
  });
}

/** The probability that one of the first takes longer than one of the second; one half if nothing is revealed. */
function chanceOf(first: readonly number[], second: readonly number[]): number {
  const longer = first.reduce((sum, ms) => sum + second.filter((other) => ms > other).length, 0);
  return longer / (first.length * second.length);
}

async function run(engine: string, databaseUrl: string): Promise<void> {
  const server = await spawnServer({ DATABASE_URL: databaseUrl, CLOCK: 'virtual' });
  const admin = caller(server.url, OPERATOR_TOKEN);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp({ url: server.url, admin })));
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let window = 0; window < WINDOWS; window += 1) {
    await admin('POST', '/admin/clock', { body: { advance_ms: WINDOW_MS } });
    for (let count = 0; count < PEOPLE * TRIES; count += 1) {
      const from = `127.0.1.${1 + Math.floor((2 * count) / OF_NETWORK)}`;
      const { email = '' } = people[count % PEOPLE] ?? {};
      const ask = async (times: number[], address: string) => void times.push(await refuse(server.url, address, from));
      // They take turns in going first.
      if (count % 2 === 0) await ask(known, email);
      await ask(unknown, `nobody${window}-${count % PEOPLE}@example.com`);
      if (count % 2 === 1) await ask(known, email);
    }
  }
  await server.end('SIGTERM');
  const chance = chanceOf(known, unknown);
  // Three standard deviations of the probability if both are the same (Mann and Whitney).
  const noise = 3 * Math.sqrt((known.length + unknown.length + 1) / (12 * known.length * unknown.length));
  const told = (times: readonly number[]) => [0.5, 0.9].map((share) => `${quantile(times, share).toFixed(1)} ms`).join(', p90 ');
  console.log(
    `${engine}, ${known.length} refusals each: of people p50 ${told(known)}; of nobody p50 ${told(unknown)}; the first takes longer in ` +
      `${(100 * chance).toFixed(1)} % of pairs, target 50 ± ${(100 * noise).toFixed(1)} %: ${Math.abs(chance - 0.5) <= noise ? 'goal' : 'MISSED'}`,
  );
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });
