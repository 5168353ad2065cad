import { isIP } from 'node:net';
import { ApiError } from '../../core/api-error.ts';

/** Whom passkeys are for (WebAuthn, section 4). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/** Returns whom passkeys are for at an address; refuses those at which browsers have none. */
export function relyingPartyAt(baseUrl: string): RelyingParty | ApiError<'passkeys_unavailable'> {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (isAddress || (protocol !== 'https:' && !isLocal(hostname))) return new ApiError('passkeys_unavailable');
  return { id: hostname, origin };
}
