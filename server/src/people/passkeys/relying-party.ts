import { isIP } from 'node:net';
import { ApiError } from '../../core/errors/api-error.ts';

/** The site that passkeys belong to (WebAuthn, section 4). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/** Returns the relying party of an address; refuses addresses at which browsers support no passkeys. */
export function relyingPartyAt(baseUrl: string): RelyingParty | ApiError<'passkeys_unavailable'> {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (isAddress || (protocol !== 'https:' && !isLocal(hostname))) return new ApiError('passkeys_unavailable');
  return { id: hostname, origin };
}
