import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Certificate } from '../fakes/certificate.ts';
import { createCertificate } from '../fakes/certificate.ts';

/** The files of a certificate for `localhost`. */
export interface CertificateFiles extends Certificate {
  readonly folder: string;
  /** The settings of a server that uses them. */
  readonly environment: Readonly<Record<'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'SUBMISSION_PORT' | 'SUBMISSIONS_PORT', string>>;
  /** Replaces them with another certificate. */
  replace(certificate: Certificate): void;
}

export async function createCertificateFiles(): Promise<CertificateFiles> {
  const certificate = await createCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-tls-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const replace = ({ cert, key }: Certificate) => {
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
  };
  replace(certificate);
  const environment = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '0' };
  return { ...certificate, folder, environment, replace };
}

/** A client that sends the given lines. */
export interface RawClient {
  readonly socket: TLSSocket;
  /** Sends a line and returns the last line of the reply. */
  say(line: string): Promise<string>;
  /** Returns the replies that were not read yet. */
  reply(): Promise<string>;
  /** Returns everything that the server sent until it hung up. */
  ended(): Promise<string>;
}

const LAST_LINE = /^\d{3} .*$/;

/** Returns the replies of a socket, one by one. */
function readReplies(socket: NodeJS.ReadWriteStream & { destroyed: boolean }) {
  let [heard, all] = ['', ''];
  socket.on('data', (data: Buffer) => {
    heard += data.toString();
    all += data.toString();
  });
  const closed = once(socket as unknown as NodeJS.EventEmitter, 'close').catch(() => undefined);
  socket.on('error', () => undefined);
  async function reply(): Promise<string> {
    for (;;) {
      const lines = heard.split('\r\n');
      const last = lines.findIndex((line) => LAST_LINE.test(line));
      if (last >= 0 && last < lines.length - 1) {
        heard = lines.slice(last + 1).join('\r\n');
        return lines[last] ?? '';
      }
      if (socket.destroyed) return '';
      await Promise.race([once(socket as unknown as NodeJS.EventEmitter, 'data'), closed]);
    }
  }
  return { reply, ended: () => closed.then(() => all) };
}

export const plainAuth = (key: string) => `AUTH PLAIN ${Buffer.from(`\0posthorn\0${key}`).toString('base64')}`;

/** Connects to a port that speaks TLS from the start, from any address of this machine. */
export async function dialTls(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
  const plain = connectPlain({ port, host: '127.0.0.1', localAddress });
  const socket = connectTls({ socket: plain, rejectUnauthorized: false });
  const { reply, ended } = readReplies(socket);
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return reply();
  };
  return { socket, say, reply, ended };
}

/** Does the same and reads the greeting. */
export async function greetTls(port: number, localAddress?: string): Promise<RawClient> {
  const client = await dialTls(port, localAddress);
  await client.reply();
  await client.say('EHLO client.example');
  return client;
}

/** Returns everything that a server replies to unencrypted lines. */
export async function sayPlainly(port: number, lines: readonly string[]): Promise<string> {
  const socket = connectPlain({ port, host: '127.0.0.1' });
  const { reply, ended } = readReplies(socket);
  await reply();
  socket.write(`${[...lines, 'QUIT'].join('\r\n')}\r\n`);
  return ended();
}
