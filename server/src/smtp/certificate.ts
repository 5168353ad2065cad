import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';

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

/** How often is looked whether the files are others. */
const LOOK_MS = 1000;

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

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function readPem({ setting, path }: PemFile): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Returns a certificate that fits its key. Throws ConfigError. */
export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  const read = { cert: readPem(cert), key: readPem(key) };
  try {
    createSecureContext(read);
    return read;
  } catch (error) {
    throw new ConfigError(`${cert.setting}: ${cert.path} and ${key.path} are no certificate and its key: ${reasonOf(error)}`);
  }
}

/**
 * Tells of a certificate that replaces another, and keeps quiet of one that does not fit its key: files are replaced one after the other.
 * Returns what ends it.
 */
export function watchCertificate(
  files: CertificateFiles,
  { log, onChange }: { log: Logger; onChange(read: Certificate): void },
): () => void {
  const paths = [...new Set([files.cert.path, files.key.path])];
  let known: Certificate | undefined;
  const look = () => {
    try {
      const read = readCertificate(files);
      if (known?.cert.equals(read.cert) && known.key.equals(read.key)) return;
      known = read;
      onChange(read);
      log.info({ certificate: files.cert.path }, 'a new certificate is in use');
    } catch (error) {
      log.warn({ err: error }, 'the certificate was changed and cannot be used; the earlier one stays in use');
    }
  };
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}
