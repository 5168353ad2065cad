import { Pool } from 'undici';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { quantile } from './compare.ts';

const TEXT = 'x'.repeat(800);
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, storage_limit: -1 };

/** Who mails are sent by, and how. */
export interface Senders {
  readonly keys: readonly string[];
  readonly from: readonly string[];
}

/** Makes tenants without limits, who have a key and a domain. */
export async function mintSenders(url: string, count: number): Promise<Senders> {
  const admin = caller(url, OPERATOR_TOKEN);
  const tenants = [];
  for (let minted = 0; minted < count; minted += 1) tenants.push(await mintTenant(url, admin, UNLIMITED));
  return { keys: tenants.map(({ key }) => key), from: tenants.map(({ from }) => from) };
}

export interface Load {
  readonly pool: Pool;
  readonly senders: Senders;
  readonly requests: number;
  /** Mails in a request; one by one unless given. */
  readonly batch?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

export const openPool = (url: string, connections: number): Pool => new Pool(url, { connections });

const toEmail = (from: string | undefined, number: number) => ({
  from,
  to: [`user${number}@example.net`],
  subject: 'Hello',
  text_body: TEXT,
});

/** Sends as many requests as asked for, one after another on each of the pool's connections, and returns how fast they were answered. */
export async function sendLoad({ pool, senders: { keys, from }, requests, batch }: Load, connections: number): Promise<LoadResult> {
  const times: number[] = [];
  let begun = 0;
  async function client(): Promise<void> {
    while (begun < requests) {
      const number = begun;
      begun += 1;
      const place = number % keys.length;
      const emails = Array.from({ length: batch ?? 1 }, (_, item) => toEmail(from[place], number + item));
      const start = performance.now();
      const answer = await pool.request({
        method: 'POST',
        path: batch === undefined ? '/v1/email' : '/v1/email/batch',
        headers: { authorization: `Bearer ${keys[place]}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch === undefined ? emails[0] : { emails }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text}`);
      times.push(performance.now() - start);
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  return { perSecond: (requests * 1000) / (performance.now() - start), p99: quantile(times, 0.99) };
}
