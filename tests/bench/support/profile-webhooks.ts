import { freePort } from '../../support/free-port.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { startProfile } from './cpu-profile.ts';
import { cpuOf, postgresCpu } from './cpu-time.ts';
import { DELIVERIES, ENDPOINTS, FIRST, fillWebhooks, reached } from './fill-webhooks.ts';
import { startHookSink } from './peers/hook-sink.ts';
import { printProfile } from './print-profile.ts';
import { forgetStatements, printStatements } from './statement-times.ts';

const ALL = ENDPOINTS * DELIVERIES;

/** Prints what a webhook costs that waits in the queue, until its endpoint has answered and the attempt is recorded. */
export async function profileWebhooks(engine: string, url: string): Promise<void> {
  const sink = await startHookSink();
  const port = await freePort();
  const environment = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: sink.authorityFile };
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
  await fillWebhooks(environment, sink, 0);
  if (engine !== 'sqlite') await forgetStatements(url);
  const measured = await spawnServer(environment);
  await reached(sink, FIRST);
  const [first, start, ours, theirs] = [await sink.count(), performance.now(), cpuOf(measured.pid), databaseCpu()];
  await reached(sink, ALL);
  const count = ALL - first;
  const each = (ms: number) => `${((ms * 1000) / count).toFixed(0)} µs`;
  console.log(
    `\n${engine}, webhooks: ${((count * 1000) / (performance.now() - start)).toFixed(0)} deliveries/s, ` +
      `CPU of a delivery ${each(cpuOf(measured.pid) - ours)} ours, ${each(databaseCpu() - theirs)} the database's`,
  );
  await measured.end('SIGTERM');
  if (engine !== 'sqlite') await printStatements(url, ALL);
  if (process.env.BENCH_PROFILE !== 'no') {
    const before = await sink.count();
    await fillWebhooks(environment, sink, 0);
    const profiled = await spawnServer({ ...environment, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    await reached(sink, before + FIRST);
    const stop = await startProfile(port);
    const begun = await sink.count();
    await reached(sink, before + ALL);
    printProfile(await stop(), { name: `webhooks-${engine}`, mails: (await sink.count()) - begun });
    await profiled.end('SIGTERM');
  }
  sink.close();
}
