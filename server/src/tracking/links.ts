import type { Platform } from '../platform.ts';
import { type UnsubscribeGrant, unsubscribeToken } from './tokens.ts';

/** Makes the addresses that mail carries for its recipients. */
export interface Links {
  /** Where a recipient ends marketing mail; the same for the same message and recipient. */
  unsubscribeUrl(grant: UnsubscribeGrant): string;
  /** List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058) of a marketing mail. */
  unsubscribeHeaders(grant: UnsubscribeGrant): Record<string, string>;
}

type LinkConfig = Pick<Platform['config'], 'LINK_BASE_URL' | 'BASE_URL' | 'HOST' | 'PORT'>;

/** What links begin with, without a slash at the end. */
const linkBase = ({ LINK_BASE_URL, BASE_URL, HOST, PORT }: LinkConfig): string =>
  (LINK_BASE_URL ?? BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '');

export function createLinks({ config, secrets }: Pick<Platform, 'config' | 'secrets'>): Links {
  const base = linkBase(config);
  const unsubscribeUrl: Links['unsubscribeUrl'] = (grant) => `${base}/u/${unsubscribeToken(secrets, grant)}`;
  return {
    unsubscribeUrl,
    unsubscribeHeaders: (grant) => ({
      'List-Unsubscribe': `<${unsubscribeUrl(grant)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
