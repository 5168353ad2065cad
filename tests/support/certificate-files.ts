import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { type CertificateFiles, createCertificateFiles } from './mail/submission.ts';

/** Creates the files of a certificate for a suite; they are removed after it. */
export function useCertificateFiles(): CertificateFiles {
  let files: CertificateFiles | undefined;
  const made = () => {
    if (files === undefined) throw new Error('they are there once the hooks before the tests have run');
    return files;
  };
  beforeAll(async () => {
    files = await createCertificateFiles();
  });
  afterAll(() => rmSync(made().folder, { recursive: true }));
  return {
    get cert() {
      return made().cert;
    },
    get key() {
      return made().key;
    },
    get folder() {
      return made().folder;
    },
    get environment() {
      return made().environment;
    },
    replace: (certificate) => made().replace(certificate),
  };
}

/** The settings that name the files of a certificate. */
export const settingsOf = ({ environment }: CertificateFiles) => ({
  cert: { setting: 'TLS_CERT_FILE', path: environment.TLS_CERT_FILE } as const,
  key: { setting: 'TLS_KEY_FILE', path: environment.TLS_KEY_FILE } as const,
});
