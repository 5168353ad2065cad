import { PosthornError } from '@posthorn/sdk';
import type { Send } from './call.ts';
import { call } from './call.ts';

/** The scope of a bearer: a tenant, or the operator's surface. */
export type Place = { readonly tenant_id: string } | { readonly operator: true };

/** Renewed this long before it expires, so that it does not expire during a request. */
const RENEW_BEFORE_MS = 60_000;

/** A request that gets no bearer fails like a refused request. */
const refusal = ({ status, code, detail }: PosthornError): Response =>
  new Response(JSON.stringify({ error: code, detail }), { status, headers: { 'Content-Type': 'application/json' } });

/** Posts that change nothing; callers that verify a domain announce a change themselves. */
const READS = /\/(?:preview|simulate|render|verify)$/;

/** Returns whether a request may change other answers, judging by its address. */
export const isWrite = (method: string, path: string): boolean => method !== 'GET' && !READS.test(path);

const hasChanged = (url: string, { method = 'GET' }: RequestInit, { ok }: Response): boolean =>
  ok && isWrite(method, new URL(url).pathname);

/**
 * Creates a `fetch` that adds the person's bearer for a place. The bearer is kept here, in memory, and renewed when it is about to
 * expire, and once when refused. `onChange`: a request has changed something.
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

  /** Shares one renewal among all requests that need it. */
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
