// Where the processor time of an accepted mail goes: `npm run bench -- profile accept`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/process.ts';
import { startProfile, summarize } from './support/cpu-profile.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { mintSenders, openPool, sendLoad } from './support/send-load.ts';
import { countStatements, forgetStatements, printStatements } from './support/statement-times.ts';

const CONNECTIONS = 50;
const TENANTS = 200;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 6000);
const LINES = 30;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-profile-'));

/** How the mails of a request come, and how many they are. */
const WAYS = { accept: { batch: undefined, mails: 1 }, batch: { batch: 100, mails: 100 } } as const;

function print(title: string, times: ReadonlyMap<string, number>, { busy, mails }: { busy: number; mails: number }): void {
  console.log(`\n${title}`);
  const rows = [...times].toSorted(([, left], [, right]) => right - left).slice(0, LINES);
  for (const [name, took] of rows)
    console.log(`${((took / busy) * 100).toFixed(1).padStart(6)} % ${(took / mails).toFixed(1).padStart(7)} µs  ${name}`);
}

async function profileAccept(engine: string, url: string, way: keyof typeof WAYS): Promise<void> {
  const { batch, mails } = WAYS[way];
  const requests = Math.ceil(REQUESTS / mails);
  const port = await freePort();
  const server = await spawnServer({ DATABASE_URL: url, ROLE: 'api', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const pool = openPool(server.url, CONNECTIONS);
  const senders = await mintSenders(server.url, TENANTS);
  const load = { pool, senders, requests, ...(batch === undefined ? {} : { batch }) };
  await sendLoad(load, CONNECTIONS);
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
  if (engine !== 'sqlite') await forgetStatements(url);
  const [ours, theirs] = [cpuOf(server.pid), databaseCpu()];
  const { perSecond, p99 } = await sendLoad(load, CONNECTIONS);
  const each = (ms: number) => `${((ms * 1000) / (requests * mails)).toFixed(0)} µs`;
  console.log(
    `\n${engine}, ${way}: ${(perSecond * mails).toFixed(0)} mails/s, p99 ${p99.toFixed(1)} ms, ` +
      `CPU of a mail ${each(cpuOf(server.pid) - ours)} ours, ${each(databaseCpu() - theirs)} the database's`,
  );
  if (engine !== 'sqlite') await printStatements(url, requests * mails);
  const stop = await startProfile(port);
  await sendLoad(load, CONNECTIONS);
  const profile = await stop();
  const { own, within, busy } = summarize(profile);
  const file = join(tmpdir(), `posthorn-${way}-${engine}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  print('By subject, what Node does for it included', own, { busy, mails: requests * mails });
  print('Our functions, with all that they call', within, { busy, mails: requests * mails });
  console.log(`\nThe profile is ${file}.`);
  await pool.close();
  await server.end('SIGTERM');
}

const [asked = 'accept', engine] = process.argv.slice(2);
if (!Object.hasOwn(WAYS, asked)) throw new Error(`no profile of ${asked}; one of ${Object.keys(WAYS).join(', ')}`);
// Safe because it was just looked up.
const way = asked as keyof typeof WAYS;
if (engine !== 'postgres') await profileAccept('sqlite', `sqlite:${join(folder, 'profile.db')}`, way);
if (engine !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  await countStatements(postgres);
  await profileAccept('postgres', postgres.url, way);
  await postgres.stop();
}
rmSync(folder, { recursive: true });
