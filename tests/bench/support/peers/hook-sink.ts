import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '../../../support/fakes/certificate.ts';

/** A process that answers webhooks. */
export interface HookSink {
  url(path: string): string;
  /** PEM of the authority that its certificate is of, and the name of its file. */
  readonly authority: string;
  readonly authorityFile: string;
  /** Posts answered so far. */
  count(): Promise<number>;
  close(): void;
}

export async function startHookSink(): Promise<HookSink> {
  const certificate = await createCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-hooks-'));
  const authorityFile = join(folder, 'ca.pem');
  writeFileSync(authorityFile, certificate.cert);
  const sink = fork(join(import.meta.dirname, 'hook-sink-process.ts'), [JSON.stringify(certificate)]);
  const [port] = await once(sink, 'message');
  return {
    url: (path) => `https://localhost:${port}${path}`,
    authority: certificate.cert,
    authorityFile,
    async count() {
      sink.send('count');
      const [count] = await once(sink, 'message');
      return count;
    },
    close() {
      sink.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
