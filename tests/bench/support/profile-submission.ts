import { rmSync } from 'node:fs';
import { freePort } from '../../support/free-port.ts';
import { startLoggedInProxy } from '../../support/mail/logged-in-proxy.ts';
import { createCertificateFiles } from '../../support/mail/submission.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { startProfile } from './cpu-profile.ts';
import { childrenOf, cpuOf, postgresCpu } from './cpu-time.ts';
import { sendBySource } from './peers/postfix.ts';
import { printProfile } from './print-profile.ts';
import { mintSenders } from './send-load.ts';
import { forgetStatements, printStatements } from './statement-times.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 6000);
/** Those by which what takes them gets to its pace. */
const FIRST = 1000;
/** Bytes of a mail as it is handed over. */
const BYTES = 1024;

/** Prints what a mail costs that Postfix's smtp-source hands over, over 20 connections of one tenant. */
export async function profileSubmission(engine: string, url: string): Promise<void> {
  const files = await createCertificateFiles();
  const port = await freePort();
  const server = await spawnServer({ ...files.environment, DATABASE_URL: url, ROLE: 'api', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const { keys, from } = await mintSenders(server.url, 1);
  const proxy = await startLoggedInProxy(server.submissionsPort, keys[0] ?? '');
  const send = (count: number) => sendBySource(proxy, { count, bytes: BYTES, from: from[0] ?? '' });
  await send(FIRST);
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
  if (engine !== 'sqlite') await forgetStatements(url);
  const readers = childrenOf(server.pid);
  const readersCpu = () => readers.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [ours, reading, theirs] = [cpuOf(server.pid), readersCpu(), databaseCpu()];
  const tookMs = await send(MAILS);
  const each = (ms: number) => `${((ms * 1000) / MAILS).toFixed(0)} µs`;
  console.log(
    `\n${engine}, submission: ${((MAILS * 1000) / tookMs).toFixed(0)} mails/s, CPU of a mail ${each(cpuOf(server.pid) - ours)} ours, ` +
      `${each(readersCpu() - reading)} of the processes that read, ${each(databaseCpu() - theirs)} the database's`,
  );
  if (engine !== 'sqlite') await printStatements(url, MAILS);
  if (process.env.BENCH_PROFILE !== 'no') {
    const stop = await startProfile(port);
    await send(MAILS);
    printProfile(await stop(), { name: `submission-${engine}`, mails: MAILS });
  }
  await proxy.close();
  await server.end('SIGTERM');
  rmSync(files.folder, { recursive: true });
}
