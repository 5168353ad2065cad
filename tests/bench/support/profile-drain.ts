import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { startProfile } from './cpu-profile.ts';
import { cpuOf, postgresCpu } from './cpu-time.ts';
import { type SmtpDrain, startSmtpDrain } from './peers/smtp-drain.ts';
import { printProfile } from './print-profile.ts';
import { mintSenders, openPool, type Senders, sendLoad } from './send-load.ts';
import { forgetStatements, printStatements } from './statement-times.ts';

const TENANTS = 50;
const BATCH = 100;
const CONNECTIONS = 4;
const MAILS = Number(process.env.BENCH_MAILS ?? 6000);
/** Those by which what sends them gets to its pace. */
const FIRST = 2000;
const POLL_MS = 5;

async function reached(sink: SmtpDrain, count: number): Promise<void> {
  while (sink.count() < count) await setTimeout(POLL_MS);
}

type Environment = Readonly<Record<string, string>>;

/** Has mail accepted that nobody sends yet. */
async function fill(environment: Environment, mails: number, known?: Senders): Promise<Senders> {
  const intake = await spawnServer({ ...environment, ROLE: 'api' });
  const senders = known ?? (await mintSenders(intake.url, TENANTS));
  const pool = openPool(intake.url, CONNECTIONS);
  await sendLoad({ pool, senders, requests: Math.ceil(mails / BATCH), batch: BATCH }, CONNECTIONS);
  await pool.close();
  await intake.end('SIGTERM');
  return senders;
}

/** Prints what a mail costs that waits in the queue, until it has been handed over, signed. */
export async function profileDrain(engine: string, url: string): Promise<void> {
  const sink = await startSmtpDrain();
  const port = await freePort();
  const environment = { DATABASE_URL: url, PROVIDER_URL: sink.url };
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
  const senders = await fill(environment, FIRST + MAILS);
  if (engine !== 'sqlite') await forgetStatements(url);
  const measured = await spawnServer(environment);
  await reached(sink, FIRST);
  const [first, start, ours, theirs] = [sink.count(), performance.now(), cpuOf(measured.pid), databaseCpu()];
  await reached(sink, FIRST + MAILS - BATCH);
  const mails = sink.count() - first;
  const each = (ms: number) => `${((ms * 1000) / mails).toFixed(0)} µs`;
  console.log(
    `\n${engine}, drain: ${((mails * 1000) / (performance.now() - start)).toFixed(0)} mails/s, ` +
      `CPU of a mail ${each(cpuOf(measured.pid) - ours)} ours, ${each(databaseCpu() - theirs)} the database's`,
  );
  await sink.quiet();
  await measured.end('SIGTERM');
  if (engine !== 'sqlite') await printStatements(url, FIRST + MAILS);
  if (process.env.BENCH_PROFILE !== 'no') {
    const before = sink.count();
    await fill(environment, FIRST + MAILS, senders);
    const profiled = await spawnServer({ ...environment, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    await reached(sink, before + FIRST);
    const stop = await startProfile(port);
    const begun = sink.count();
    await reached(sink, before + FIRST + MAILS - BATCH);
    printProfile(await stop(), { name: `drain-${engine}`, mails: sink.count() - begun });
    await sink.quiet();
    await profiled.end('SIGTERM');
  }
  await sink.close();
}
