import { freePort } from '../../support/free-port.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { shareOf, startProfile } from './cpu-profile.ts';
import { cpuOf, postgresCpu } from './cpu-time.ts';
import { printProfile } from './print-profile.ts';
import { mintSenders, openPool, sendLoad } from './send-load.ts';
import { forgetStatements, printStatements } from './statement-times.ts';

const CONNECTIONS = 50;
const TENANTS = 200;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 6000);

/** What tells who calls. */
const AUTHENTICATION = ['/http/authenticate.ts', '/tenants/keys/known-callers.ts', '/people/bearers/create-bearer.ts'];
/** Percent of the processor time of an accept. */
const MOST_SHARE = { goal: 3, floor: 6 };

/** How the mails of a request come, and how many they are. */
const WAYS = { accept: { batch: undefined, mails: 1 }, batch: { batch: 100, mails: 100 } } as const;

/** Prints what a mail costs that is accepted alone, or in a batch. */
export async function profileAccept(engine: string, url: string, way: keyof typeof WAYS): Promise<void> {
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
  const share = shareOf(profile, AUTHENTICATION) * 100;
  const verdict = share <= MOST_SHARE.goal ? 'goal' : share <= MOST_SHARE.floor ? 'floor' : 'MISSED';
  console.log(`\nauthentication: ${share.toFixed(1)} %, target ≤ ${MOST_SHARE.goal} (${MOST_SHARE.floor}): ${verdict}`);
  printProfile(profile, { name: `${way}-${engine}`, mails: requests * mails });
  await pool.close();
  await server.end('SIGTERM');
}
