import type { SMTPServer } from 'smtp-server';
import type { AppContext } from '../app-context.ts';
import { question } from '../core/hooks.ts';
import { type Certificate, type CertificateFiles, expiryOf } from './certificate.ts';
import { watchCertificate } from './watch-certificate.ts';

/** A certificate that a listener has in use. */
export interface UsedCertificate {
  /** The setting with its file. */
  readonly setting: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Which certificate a listener has in use; each listener answers for itself. */
export const usedCertificate = question<[], UsedCertificate>('used certificate');

/** Makes a server use the current content of its files, and notice changes. Returns a function that stops that. */
export function followCertificate(
  { hooks, log }: Pick<AppContext, 'hooks' | 'log'>,
  files: CertificateFiles,
  { server, certificate }: { readonly server: SMTPServer; readonly certificate: Certificate },
): () => void {
  let expiresAt = expiryOf(certificate);
  hooks.answer(usedCertificate, async () => ({ setting: files.cert.setting, expiresAt }));
  const onChange = (read: Certificate) => {
    server.updateSecureContext(read);
    expiresAt = expiryOf(read);
  };
  return watchCertificate(files, { log, known: certificate, onChange });
}
