import type { Me } from '@posthorn/contract';
import { call } from '../api/call.ts';

/** Only in this tab, until the browser is back. */
const SESSION = 'posthorn:issuer';

/** The query that the page was opened with, unchanged: the issuer's answer. Read before the router looks at it. */
let arrived = location.search.slice(1);

/** Returns whether an OpenID Connect issuer has sent the browser back. */
export const isBackFromIssuer = (): boolean => new URLSearchParams(arrived).has('state');

/** Sends the browser to the issuer's page. */
export async function goToIssuer(): Promise<void> {
  const { url, session } = await call('POST /account/issuer/start');
  sessionStorage.setItem(SESSION, session);
  location.assign(url);
}

/** Signs in with the issuer's answer, once. */
export async function signInByIssuer(): Promise<Me> {
  const [response, session] = [arrived, sessionStorage.getItem(SESSION) ?? 'none'];
  arrived = '';
  sessionStorage.removeItem(SESSION);
  return call('POST /account/issuer/sign-in', { body: { session, response } });
}
