import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';

function readPem(setting: 'INBOUND_TLS_CERT' | 'INBOUND_TLS_KEY', path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The certificate of the SMTP listener, undefined where none is set. Throws ConfigError. */
export function readCertificate({ INBOUND_TLS_CERT, INBOUND_TLS_KEY }: Config): { cert: Buffer; key: Buffer } | undefined {
  if (INBOUND_TLS_CERT === undefined || INBOUND_TLS_KEY === undefined) return undefined;
  return { cert: readPem('INBOUND_TLS_CERT', INBOUND_TLS_CERT), key: readPem('INBOUND_TLS_KEY', INBOUND_TLS_KEY) };
}
