import { createPrivateKey, hash, KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { RelaxedBody } from '../../provider/nodemailer.ts';

/** The key of a domain. */
export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  /** RSA, as PEM, or parsed where it is used more than once. */
  readonly privateKey: string | KeyObject;
}

const SIGNED = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
];
const DOMAIN_NAME = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/i;
const SLICE_BYTES = 256 * 1024;
const BARE_LINE_END = /\r(?!\n)|(?<!\r)\n/;
const RUN_OF_SPACE = /\t[ \t]*| [ \t]+/g;
const UNRELAXED = /\t| [ \r]/;

interface Field {
  readonly name: string;
  readonly line: string;
}

const signAsync = promisify(sign);
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Relaxed canonicalization of a header (RFC 6376, section 3.4.2). */
function relax(line: string): Field {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim().toLowerCase();
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/^ | $/g, '');
  return { name, line: `${name}:${value}` };
}

function split(raw: Buffer): { fields: Field[]; body: Buffer } {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end).toString('latin1');
  const lines = head.split(/\r\n(?![ \t])/).filter((line) => line.includes(':'));
  return { fields: lines.map(relax), body: end < 0 ? Buffer.alloc(0) : raw.subarray(end + 4) };
}

/** Relaxed canonicalization of a body whose lines end in CRLF (RFC 6376, section 3.4.4). */
function relaxBody(body: string): string {
  const relaxed = UNRELAXED.test(body) ? body.replaceAll(RUN_OF_SPACE, ' ').replaceAll(' \r\n', '\r\n') : body;
  let end = relaxed.length;
  while (relaxed.endsWith('\r\n\r\n', end)) end -= 2;
  return end === 2 ? '' : relaxed.slice(0, end);
}

async function hashStream(body: Buffer): Promise<string> {
  const relaxed = new RelaxedBody({ hashAlgo: 'sha256' });
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    if (start > 0) await turnOfLoop();
    relaxed.updateHash(body.subarray(start, start + SLICE_BYTES));
  }
  const hashed = once(relaxed, 'hash');
  relaxed.resume().end();
  const [digest]: string[] = await hashed;
  return digest ?? '';
}

async function hashBody(body: Buffer): Promise<string> {
  const text = body.length > SLICE_BYTES ? '' : body.toString('latin1');
  if (!text.endsWith('\r\n') || BARE_LINE_END.test(text)) return hashStream(body);
  return hash('sha256', Buffer.from(relaxBody(text), 'latin1'), 'base64');
}

function readKey({ domain, selector, privateKey }: SigningKey): KeyObject {
  if (!DOMAIN_NAME.test(domain) || !DOMAIN_NAME.test(selector)) throw new Error('not a domain and selector to sign with');
  const key = privateKey instanceof KeyObject ? privateKey : createPrivateKey(privateKey);
  if (key.type !== 'private' || key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA private key');
  return key;
}

/** Returns the fields to sign, the last of each name first (RFC 6376, section 5.4.2). */
const choose = (fields: readonly Field[]) => SIGNED.flatMap((name) => fields.filter((field) => field.name === name).reverse());

/**
 * Signs a mail (RFC 6376, rsa-sha256, relaxed/relaxed), on the thread pool, and returns it with the signature in front. From is signed once
 * more than it occurs, so that no second one can be added. Rejects for a bad key, and for a mail without From.
 */
export async function signMail(raw: Buffer, signing: SigningKey): Promise<Buffer> {
  const key = readKey(signing);
  const { fields, body } = split(raw);
  const chosen = choose(fields);
  if (chosen[0]?.name !== 'from') throw new Error('a mail without From');
  const names = ['from', ...chosen.map(({ name }) => name)].join(':');
  const head = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${signing.domain};`,
    ` s=${signing.selector}; bh=${await hashBody(body)};`,
    ` h=${names.replace(':subject', ':\r\n  subject')};`,
    ' b=',
  ].join('\r\n');
  const signed = [...chosen.map(({ line }) => line), relax(head).line].join('\r\n');
  const signature = await signAsync('sha256', Buffer.from(signed, 'latin1'), key);
  const folded = signature.toString('base64').replaceAll(/.{72}(?=.)/g, '$&\r\n  ');
  return Buffer.concat([Buffer.from(`${head}${folded}\r\n`), raw]);
}
