import { PosthornError } from '@posthorn/sdk';
import type { Send } from './call.ts';
import { call } from './call.ts';

/** Where a bearer is for: a tenant, or the operator's surface. */
export type Place = { readonly tenant_id: string } | { readonly operator: true };

interface Bearer {
  readonly token: string;
  readonly endsAt: number;
}

/** Before it ends, so that no request begins with one that ends under it. */
const RENEW_BEFORE_MS = 60_000;

/** Whoever gets no bearer is refused as if by what was asked. */
const refusal = ({ status, code, detail }: PosthornError): Response =>
  new Response(JSON.stringify({ error: code, detail }), { status, headers: { 'Content-Type': 'application/json' } });

/** A `fetch` with the person's bearer for a place. It is kept here, in memory, renewed when it is about to end, and once when refused. */
export function createSend(place: Place): Send {
  let kept: Promise<Bearer> | undefined;

  async function renew(): Promise<Bearer> {
    const { token, expires_at } = await call('POST /account/tokens', { body: place });
    return { token, endsAt: expires_at };
  }

  async function bearer(): Promise<string> {
    const known = kept === undefined ? undefined : await kept.catch(() => undefined);
    if (known === undefined || known.endsAt - Date.now() < RENEW_BEFORE_MS) kept = renew();
    return (await (kept ?? renew())).token;
  }

  async function once(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    try {
      headers.set('Authorization', `Bearer ${await bearer()}`);
    } catch (error) {
      if (error instanceof PosthornError) return refusal(error);
      throw error;
    }
    return fetch(url, { ...init, headers });
  }

  return async (url, init) => {
    const first = await once(url, init);
    if (first.status !== 401) return first;
    kept = undefined;
    return once(url, init);
  };
}
