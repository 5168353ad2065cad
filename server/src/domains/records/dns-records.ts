import type { DomainRecord } from '@posthorn/contract';
import type { Config } from '../../config.ts';
import type { Purpose, SendingDomain } from '../domain.ts';

export type ExpectedRecord = Omit<DomainRecord, 'status'>;

type RecordConfig = Pick<Config, 'BASE_URL' | 'LINK_BASE_URL' | 'HOST' | 'RETURN_PATH_DOMAIN' | 'INBOUND_SMTP_PORT'>;
type RecordDomain = Pick<SendingDomain, 'name' | 'dkimSelector' | 'dkimPublicKey' | 'openTracking' | 'clickTracking' | 'inbound'>;

const MX_PRIORITY = 10;

/** The host that takes mail. */
export const hostOf = ({ BASE_URL, HOST }: Pick<Config, 'BASE_URL' | 'HOST'>) =>
  BASE_URL === undefined ? HOST : new URL(BASE_URL).hostname;

/** The host that serves links. */
const linkHostOf = (config: RecordConfig) => hostOf({ ...config, BASE_URL: config.LINK_BASE_URL ?? config.BASE_URL });

const RETURN_PATH_LABEL = 'bounces.';

/** Domain of the envelope sender (RFC 5321, section 4.4) of mail from a domain. */
export const returnPathDomain = (name: string, config: Pick<Config, 'RETURN_PATH_DOMAIN'>): string =>
  config.RETURN_PATH_DOMAIN ?? `${RETURN_PATH_LABEL}${name}`;

/** Returns the domain that a name is the return path of, where each has its own. */
export const findDomainOfReturnPath = (name: string, config: Pick<Config, 'RETURN_PATH_DOMAIN'>): string | undefined =>
  config.RETURN_PATH_DOMAIN === undefined && name.startsWith(RETURN_PATH_LABEL) ? name.slice(RETURN_PATH_LABEL.length) : undefined;

const txt = (purpose: Purpose, name: string, value: string): ExpectedRecord => ({ purpose, type: 'TXT', name, value, priority: null });
const mx = (purpose: Purpose, name: string, value: string): ExpectedRecord => ({ purpose, type: 'MX', name, value, priority: MX_PRIORITY });

function returnPathRecords(name: string, config: RecordConfig): ExpectedRecord[] {
  // Without the listener nobody reads what is sent there, and a return path of the operator's own is the operator's to publish.
  if (config.INBOUND_SMTP_PORT === undefined || config.RETURN_PATH_DOMAIN !== undefined) return [];
  const returnPath = returnPathDomain(name, config);
  return [mx('return_path', returnPath, hostOf(config)), txt('spf', returnPath, 'v=spf1 mx ~all')];
}

/** The records that the owner of a domain is asked to publish. */
export function recordsOf(domain: RecordDomain, config: RecordConfig): ExpectedRecord[] {
  const { name, dkimSelector, dkimPublicKey } = domain;
  const tracked = domain.openTracking || domain.clickTracking;
  return [
    txt('dkim', `${dkimSelector}._domainkey.${name}`, `v=DKIM1; k=rsa; p=${dkimPublicKey}`),
    ...returnPathRecords(name, config),
    txt('dmarc', `_dmarc.${name}`, 'v=DMARC1; p=none;'),
    ...(tracked ? [{ purpose: 'tracking', type: 'CNAME', name: `links.${name}`, value: linkHostOf(config), priority: null } as const] : []),
    ...(domain.inbound ? [mx('inbound', name, hostOf(config))] : []),
  ];
}

/** Whether a domain without this record cannot be verified: bounces must find their way where we listen for them. */
export const isRequired = ({ purpose }: ExpectedRecord): boolean => purpose === 'dkim' || purpose === 'return_path';
