import { PosthornError } from '@posthorn/sdk';
import type { Send } from './call.ts';
import { call } from './call.ts';

/** Where a bearer is for: a tenant, or the operator's surface. */
export type Place = { readonly tenant_id: string } | { readonly operator: true };

/** Before it ends, so that no request begins with one that ends under it. */
const RENEW_BEFORE_MS = 60_000;

/** Whoever gets no bearer is refused as if by what was asked. */
const refusal = ({ status, code, detail }: PosthornError): Response =>
  new Response(JSON.stringify({ error: code, detail }), { status, headers: { 'Content-Type': 'application/json' } });

/** What is posted and changes nothing; whoever verifies a domain tells of it where that does. */
const READS = /\/(?:preview|simulate|render|verify)$/;

/** Whether a request changes what other answers say, as far as its address tells. */
export const isWrite = (method: string, path: string): boolean => method !== 'GET' && !READS.test(path);

const hasChanged = (url: string, { method = 'GET' }: RequestInit, { ok }: Response): boolean =>
  ok && isWrite(method, new URL(url).pathname);

/**
 * A `fetch` with the person's bearer for a place. It is kept here, in memory, renewed when it is about to end, and once when refused.
 * `onChange`: a request has changed something.
 */
export function createSend(place: Place, onChange: () => void): Send {
  let kept: Promise<string> | undefined;
  let endsAt = Number.POSITIVE_INFINITY;

  async function renew(): Promise<string> {
    endsAt = Number.POSITIVE_INFINITY;
    const { token, expires_at } = await call('POST /account/tokens', { body: place });
    endsAt = expires_at;
    return token;
  }

  /** One for all requests that need another at a time. */
  function bearer(): Promise<string> {
    if (kept === undefined || endsAt - Date.now() < RENEW_BEFORE_MS) kept = renew();
    return kept;
  }

  function forget(refused: Promise<string>): void {
    if (kept === refused) kept = undefined;
  }

  async function once(url: string, init: RequestInit, given: Promise<string>): Promise<Response> {
    const headers = new Headers(init.headers);
    try {
      headers.set('Authorization', `Bearer ${await given}`);
    } catch (error) {
      forget(given);
      if (error instanceof PosthornError) return refusal(error);
      throw error;
    }
    return fetch(url, { ...init, headers });
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    const given = bearer();
    const first = await once(url, init, given);
    if (first.status !== 401) return first;
    forget(given);
    return once(url, init, bearer());
  }

  return async (url, init) => {
    const response = await send(url, init);
    if (hasChanged(url, init, response)) onChange();
    return response;
  };
}
