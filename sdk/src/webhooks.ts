import type { Api } from './generated/models.ts';

/** What the service posts to a webhook endpoint; `type` tells which of them it is. */
export type WebhookEvent = Api.WebhookDelivery['payload'];

/** The headers of a request: of the Fetch API, of Node, or a plain object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body was not signed with the secret: it is not from the service, or was changed on its way. */
export class WebhookSignatureError extends Error {
  constructor() {
    super('the webhook is not signed with this secret');
    this.name = 'WebhookSignatureError';
  }
}

/** The secret before a rotation signs along under the second name. */
const SIGNATURES = ['x-webhook-signature', 'x-webhook-signature-previous'];

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const given = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof given === 'string' ? given : given?.[0];
}

function fromHex(signature: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  return hex === undefined ? undefined : Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * Checks that a webhook was signed with the endpoint's secret and answers its event; rejects with `WebhookSignatureError`
 * otherwise. `body` is the request's body exactly as it came. The comparison takes constant time. An event may come more than
 * once: `event_id` tells.
 */
export async function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<WebhookEvent> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  for (const name of SIGNATURES) {
    const signature = fromHex(headerOf(headers, name));
    // Safe because the service signs nothing but events.
    if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, bytes)))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  }
  throw new WebhookSignatureError();
}
