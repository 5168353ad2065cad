import { verify, X509Certificate } from 'node:crypto';
import type { SnsMessage } from '@posthorn/contract';
import { LRUCache } from 'lru-cache';
import { systemClock } from '../core/clock.ts';
import type { FetchText } from './fetch-text.ts';

/** A host name of SNS itself. Nothing in a message makes us ask any other host. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/;
const CERTIFICATES = 20;
const DIGESTS: Readonly<Record<string, string | undefined>> = { '1': 'sha1', '2': 'sha256' };

const SIGNED = {
  notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  others: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/** Returns whether a URL is one of SNS, over TLS. */
export function isSnsUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return SNS_HOST.test(url.hostname);
}

/** Returns the bytes that SNS signs: the names and values of some fields, each on a line, sorted by name. */
function toSign(message: SnsMessage): Buffer {
  const names = message.Type === 'Notification' ? SIGNED.notification : SIGNED.others;
  return Buffer.from(names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join(''));
}

/** The certificates of SNS, fetched from SNS alone. */
export interface SnsCertificates {
  find(url: string): Promise<X509Certificate>;
}

export function createSnsCertificates(fetchText: FetchText): SnsCertificates {
  const known = new LRUCache<string, X509Certificate>({ max: CERTIFICATES });
  return {
    async find(url) {
      const certificate = known.get(url) ?? new X509Certificate(await fetchText(url));
      known.set(url, certificate);
      return certificate;
    },
  };
}

/** Returns whether SNS has signed a message. */
export async function verifySns(certificates: SnsCertificates, message: SnsMessage): Promise<boolean> {
  const digest = DIGESTS[message.SignatureVersion];
  if (digest === undefined || !isSnsUrl(message.SigningCertURL) || !message.SigningCertURL.endsWith('.pem')) return false;
  const { publicKey, validFromDate, validToDate } = await certificates.find(message.SigningCertURL);
  const now = systemClock.now();
  if (now < validFromDate.getTime() || now > validToDate.getTime()) return false;
  return verify(digest, toSign(message), publicKey, Buffer.from(message.Signature, 'base64'));
}
