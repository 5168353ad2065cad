import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { reasonOf } from '../core/errors/reason-of.ts';

/** PEM. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

type Setting = 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'INBOUND_TLS_CERT' | 'INBOUND_TLS_KEY';

interface PemFile {
  readonly setting: Setting;
  readonly path: string;
}

/** Where a certificate and its key are. */
export interface CertificateFiles {
  readonly cert: PemFile;
  readonly key: PemFile;
}

function filesOf(config: Config, certSetting: Setting, keySetting: Setting): CertificateFiles | undefined {
  const [cert, key] = [config[certSetting], config[keySetting]];
  return cert === undefined || key === undefined
    ? undefined
    : { cert: { setting: certSetting, path: cert }, key: { setting: keySetting, path: key } };
}

/** Returns the files of the SMTP listeners, undefined where none are set. */
export const certificateFilesOf = (config: Config): CertificateFiles | undefined => filesOf(config, 'TLS_CERT_FILE', 'TLS_KEY_FILE');

/** Returns those of the listener for inbound mail, which may have some of its own. */
export const inboundCertificateFilesOf = (config: Config): CertificateFiles | undefined =>
  filesOf(config, 'INBOUND_TLS_CERT', 'INBOUND_TLS_KEY') ?? certificateFilesOf(config);

async function readPem({ setting, path }: PemFile): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Returns what the files hold, whatever it is. Throws ConfigError where one cannot be read. */
export async function readPemFiles({ cert, key }: CertificateFiles): Promise<Certificate> {
  return { cert: await readPem(cert), key: await readPem(key) };
}

/** Throws ConfigError where a listener could not use it. */
export function assertUsable(certificate: Certificate, { cert, key }: CertificateFiles): void {
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new ConfigError(`${cert.setting}: ${cert.path} and ${key.path} are no certificate and its key: ${reasonOf(error)}`);
  }
}

/** Returns a certificate that fits its key. Throws ConfigError. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const read = await readPemFiles(files);
  assertUsable(read, files);
  return read;
}

/** Until when a certificate is valid, epoch ms. */
export const expiryOf = ({ cert }: Certificate): number => new X509Certificate(cert).validToDate.getTime();
