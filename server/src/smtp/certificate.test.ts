import { describe, expect, it } from 'vitest';
import { settingsOf, useCertificateFiles } from '../../../tests/support/certificate-files.ts';
import { createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { readConfig } from '../config/config.ts';
import { inboundCertificateFilesOf, readCertificate } from './certificate.ts';

const folder = useCertificateFiles();

describe('readCertificate', () => {
  it('refuses a certificate with the key of another', async () => {
    const [first, second] = [await createCertificate(), await createCertificate()];
    folder.replace({ cert: first.cert, key: second.key });
    await expect(readCertificate(settingsOf(folder))).rejects.toThrow(/^TLS_CERT_FILE: .* are no certificate and its key/);
  });
});

describe('inboundCertificateFilesOf', () => {
  const pathOf = (variables: Record<string, string>) => inboundCertificateFilesOf(readConfig(variables))?.cert.path;
  const shared = { TLS_CERT_FILE: '/c', TLS_KEY_FILE: '/k' };

  it('takes the files of all SMTP listeners where inbound mail has none of its own', () => {
    expect(pathOf({})).toBeUndefined();
    expect(pathOf(shared)).toBe('/c');
    expect(pathOf({ ...shared, INBOUND_TLS_CERT: '/own', INBOUND_TLS_KEY: '/own-key' })).toBe('/own');
  });
});
