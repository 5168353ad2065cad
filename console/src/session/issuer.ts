import type { Me } from '@posthorn/contract';
import { call } from '../api/call.ts';

/** In the tab alone, until the browser is back. */
const SESSION = 'posthorn:issuer';

/** The query that the page was opened with, as it came: what an issuer says. Read before the router looks at it. */
let arrived = location.search.slice(1);

/** Whether an issuer of OpenID Connect has sent the browser back. */
export const isBackFromIssuer = (): boolean => new URLSearchParams(arrived).has('state');

/** Sends the browser to the issuer's page. */
export async function goToIssuer(): Promise<void> {
  const { url, session } = await call('POST /account/issuer/start');
  sessionStorage.setItem(SESSION, session);
  location.assign(url);
}

/** Signs in by what the issuer has said, once. */
export async function signInByIssuer(): Promise<Me> {
  const [response, session] = [arrived, sessionStorage.getItem(SESSION) ?? 'none'];
  arrived = '';
  sessionStorage.removeItem(SESSION);
  return call('POST /account/issuer/sign-in', { body: { session, response } });
}
