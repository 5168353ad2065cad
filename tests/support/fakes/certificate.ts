import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

/** PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 60 * 60 * 1000;

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1, trusted where it is configured as an authority. Valid for a day, or
 * for the given hours.
 */
export async function createCertificate({ hours = 24 } = {}): Promise<Certificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const names = new SubjectAlternativeNameExtension([
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
  ]);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=localhost',
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [names],
      notBefore: new Date(Date.now() - 48 * HOUR_MS),
      notAfter: new Date(Date.now() + hours * HOUR_MS),
    },
    webcrypto,
  );
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { key: key.toString(), cert: certificate.toString('pem') };
}
