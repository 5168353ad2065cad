import type { Logger } from 'pino';
import { assertUsable, type Certificate, type CertificateFiles, readPemFiles } from './certificate.ts';

/** How often the files are checked for a new certificate. */
const LOOK_MS = 1000;

export interface WatchCertificateOptions {
  readonly log: Logger;
  /** The certificate in use. */
  readonly known: Certificate;
  onChange(read: Certificate): void;
}

const isSame = (one: Certificate, other: Certificate) => one.cert.equals(other.cert) && one.key.equals(other.key);

/**
 * Tells of a certificate that replaces another, and keeps quiet of one that does not fit its key: files are replaced one after the other.
 * It looks at what they hold, since links that are moved, as orchestrators do, are no events of the files. Returns what ends it.
 */
export function watchCertificate(files: CertificateFiles, { log, known, onChange }: WatchCertificateOptions): () => void {
  let seen = known;
  let lastLogged = '';
  let hasEnded = false;

  async function look(): Promise<void> {
    const read = await readPemFiles(files);
    lastLogged = '';
    if (hasEnded || isSame(seen, read)) return;
    seen = read;
    assertUsable(read, files);
    onChange(read);
    log.info({ certificate: files.cert.path }, 'a new certificate is in use');
  }
  function tell(error: Error): void {
    // Missing files are reported only once.
    if (error.message !== lastLogged)
      log.warn({ err: error }, 'the certificate was changed and cannot be used; the earlier one stays in use');
    lastLogged = error.message;
  }
  function lookLater(): void {
    if (!hasEnded) setTimeout(() => look().catch(tell).finally(lookLater), LOOK_MS).unref();
  }
  lookLater();
  return () => {
    hasEnded = true;
  };
}
