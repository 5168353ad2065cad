import type { Api } from './generated/models.ts';

/** The body of a request to a webhook endpoint; `type` discriminates the events. */
export type WebhookEvent = NonNullable<Api.WebhookDelivery['payload']>;

/** The headers of a request: from the Fetch API, from Node, or a plain object. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /**
   * Also rejects webhooks that are older than this, or as far in the future: somebody may have recorded and replayed them. Each attempt of
   * a delivery is signed with its own time. By default the time is not checked.
   */
  readonly toleranceSeconds?: number | undefined;
}

const MESSAGES = { signature: 'the webhook is not signed with this secret', time: 'the webhook was not sent just now' };

/** `signature`: the body is not from the service, or was changed in transit; `time`: it is outside the tolerance. */
export class WebhookSignatureError extends Error {
  readonly reason: 'signature' | 'time';

  constructor(reason: 'signature' | 'time' = 'signature') {
    super(MESSAGES[reason]);
    this.name = 'WebhookSignatureError';
    this.reason = reason;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A key, the signatures of which one has to match, and the signed text. */
interface Signed {
  readonly key: Bytes;
  readonly signatures: readonly Bytes[];
  readonly content: Bytes;
}

/** Headers with the signature by the secret and, for a while after a rotation, by the previous secret. */
const SIGNATURES = ['x-webhook-signature', 'x-webhook-signature-previous'];

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

const isFetchHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> => typeof headers.get === 'function';

function headerOf(headers: WebhookHeaders, name: string): string {
  if (isFetchHeaders(headers)) return headers.get(name) ?? '';
  const given = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof given === 'string' ? given : given?.[0]) ?? '';
}

function fromHex(signature: string): Bytes[] {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex === undefined ? [] : [Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))];
}

function fromBase64(text: string): Bytes[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

/** Returns whether one of the signatures matches, in a time that does not depend on how much the others differ. */
async function isSigned({ key, signatures, content }: Signed): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const verified = await Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', imported, signature, content)));
  return verified.includes(true);
}

/** Returns whether a webhook has a valid Standard Webhooks signature: over its id and time, by the bytes after the prefix of the secret. */
async function isSignedWithTime(body: Bytes, headers: WebhookHeaders, secret: string): Promise<boolean> {
  const [key] = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0) return false;
  const given = headerOf(headers, 'webhook-signature').split(' ');
  const signatures = given.flatMap((one) => (one.startsWith('v1,') ? fromBase64(one.slice('v1,'.length)) : []));
  const before = utf8(`${headerOf(headers, 'webhook-id')}.${headerOf(headers, 'webhook-timestamp')}.`);
  return isSigned({ key, signatures, content: Uint8Array.from([...before, ...body]) });
}

/**
 * Verifies that a webhook was signed with the endpoint's secret and returns its event; rejects with `WebhookSignatureError` otherwise.
 * `body` is the request's body exactly as received. The comparison takes constant time. An event may be delivered more than once: use
 * `event_id` to recognise duplicates.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError('the secret is missing');
  const content = typeof body === 'string' ? utf8(body) : Uint8Array.from(body);
  const signatures = SIGNATURES.flatMap((name) => fromHex(headerOf(headers, name)));
  // A secret that was replaced more than once signs only in the headers of Standard Webhooks.
  const isTimed = await isSignedWithTime(content, headers, secret);
  const isGenuine = isTimed || (toleranceSeconds === undefined && (await isSigned({ key: utf8(secret), signatures, content })));
  if (!isGenuine) throw new WebhookSignatureError();
  if (toleranceSeconds !== undefined) {
    const sentAt = Number(headerOf(headers, 'webhook-timestamp'));
    if (!(Math.abs(Date.now() / 1000 - sentAt) <= toleranceSeconds)) throw new WebhookSignatureError('time');
  }
  // Safe because the service signs nothing but events.
  return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
}
