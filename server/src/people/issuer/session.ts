import type { AppContext } from '../../app-context.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { makeExpiringToken, readExpiringToken } from '../expiring-token.ts';

const PURPOSE = 'issuer sessions';
const LASTS_MS = 15 * MINUTE_MS;

/** What a tab keeps while it is at the issuer. */
export interface IssuerSession {
  readonly token: string;
  readonly expiresAt: number;
}

export function makeSession(parts: Pick<AppContext, 'secrets' | 'clock' | 'random'>): IssuerSession {
  const { token, expiresAt } = makeExpiringToken(parts, { purpose: PURPOSE, lastsMs: LASTS_MS });
  return { token: token.toString('base64url'), expiresAt };
}

/** Returns whether a session token is ours and not too old. */
export function isSession(parts: Pick<AppContext, 'secrets' | 'clock'>, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token && readExpiringToken(parts, bytes, { purpose: PURPOSE }) !== undefined;
}

/** Derives the values that the issuer is given and must return or be shown. They depend on the session, which only the tab has. */
export function secretsOf({ secrets }: Pick<AppContext, 'secrets'>, token: string) {
  const derive = (purpose: string) => secrets.mac(purpose, token).toString('base64url');
  return { state: derive('issuer states'), nonce: derive('issuer nonces'), verifier: derive('issuer verifiers') };
}
