import { isIP } from 'node:net';
import type { DomainRecord } from '@posthorn/contract';
import type { Config } from '../../config/config.ts';
import type { Purpose, SendingDomain } from '../domain.ts';

export type ExpectedRecord = Omit<DomainRecord, 'status'>;

type HostConfig = Pick<Config, 'BASE_URL' | 'LINK_BASE_URL' | 'HOST' | 'SMTP_HOSTNAME'>;
type RecordConfig = HostConfig & Pick<Config, 'RETURN_PATH_DOMAIN' | 'INBOUND_SMTP_PORT'>;
type RecordDomain = Pick<SendingDomain, 'name' | 'dkimSelector' | 'dkimPublicKey' | 'openTracking' | 'clickTracking' | 'inbound'>;

const MX_PRIORITY = 10;

const NO_MAIL_HOST =
  'The service has no host name that an MX record could say: its operator sets SMTP_HOSTNAME, or BASE_URL to an address with a name.';
const NO_LINK_HOST =
  'The service has no host name that a CNAME record could say: its operator sets LINK_BASE_URL, or BASE_URL to an address with a name.';

const hostOf = (url: string | undefined, { HOST }: Pick<Config, 'HOST'>) => (url === undefined ? HOST : new URL(url).hostname);

/** Whether other machines could find this one by it: an MX and a CNAME say names (RFC 1035, section 3.3), and no addresses. A name without a dot is known in its own network alone. */
const isName = (host: string) => isIP(host.replaceAll(/^\[|\]$/g, '')) === 0 && host.includes('.');

type Hosts = readonly [string, ...string[]];

/** The hosts that receive mail, by name or address. */
const mailHostsOf = ({ SMTP_HOSTNAME: own, ...config }: Omit<HostConfig, 'LINK_BASE_URL'>): Hosts => [
  hostOf(config.BASE_URL, config),
  ...(own === undefined ? [] : [own]),
];

/** Where links are served, by name or address. */
const linkHostsOf = (config: HostConfig): Hosts => [hostOf(config.LINK_BASE_URL ?? config.BASE_URL, config)];

/** Returns the names of the host that receives mail. An MX record has to say one of them: the first, unless the service has moved to another BASE_URL. */
export const mailHostNames = (config: Omit<HostConfig, 'LINK_BASE_URL'>): string[] => mailHostsOf(config).filter(isName);

/** Returns the host that receives mail; undefined if it has no name. */
export const mailHostOf = (config: Omit<HostConfig, 'LINK_BASE_URL'>): string | undefined => mailHostNames(config)[0];

const RETURN_PATH_LABEL = 'bounces.';
const LINK_LABEL = 'links.';

/** Domain of the envelope sender (RFC 5321, section 4.4) of mail from a domain. */
export const returnPathDomain = (name: string, config: Pick<Config, 'RETURN_PATH_DOMAIN'>): string =>
  config.RETURN_PATH_DOMAIN ?? `${RETURN_PATH_LABEL}${name}`;

/** Returns the domain that a name is the return path of, where each has its own. */
export const findDomainOfReturnPath = (name: string, config: Pick<Config, 'RETURN_PATH_DOMAIN'>): string | undefined =>
  config.RETURN_PATH_DOMAIN === undefined && name.startsWith(RETURN_PATH_LABEL) ? name.slice(RETURN_PATH_LABEL.length) : undefined;

const txt = (purpose: Purpose, name: string, value: string): ExpectedRecord => ({ purpose, type: 'TXT', name, value, priority: null });

/** Returns the value of a record: the first host with a name, or if there is none, the first host and what has to be configured. */
function targetOf(hosts: Hosts, lack: string): Pick<ExpectedRecord, 'value' | 'detail'> {
  const named = hosts.find(isName);
  return named === undefined ? { value: hosts[0], detail: lack } : { value: named };
}

const mx = (purpose: Purpose, name: string, config: HostConfig): ExpectedRecord => ({
  purpose,
  type: 'MX',
  name,
  priority: MX_PRIORITY,
  ...targetOf(mailHostsOf(config), NO_MAIL_HOST),
});

/** Returns the host of links in mail from a domain, where each domain has its own. */
export const linkHostOf = (name: string): string => `${LINK_LABEL}${name}`;

/** Returns the domain that a host is the link host of. */
export const findDomainOfLinkHost = (host: string): string | undefined =>
  host.startsWith(LINK_LABEL) ? host.slice(LINK_LABEL.length) : undefined;

const linkCname = (name: string, config: HostConfig): ExpectedRecord => ({
  purpose: 'tracking',
  type: 'CNAME',
  name: linkHostOf(name),
  priority: null,
  ...targetOf(linkHostsOf(config), NO_LINK_HOST),
});

function returnPathRecords(name: string, config: RecordConfig): ExpectedRecord[] {
  // Without the listener nobody reads mail sent there, and a return path set by the operator is the operator's to publish.
  if (config.INBOUND_SMTP_PORT === undefined || config.RETURN_PATH_DOMAIN !== undefined) return [];
  const returnPath = returnPathDomain(name, config);
  return [mx('return_path', returnPath, config), txt('spf', returnPath, 'v=spf1 mx ~all')];
}

/** Returns the records that the owner of a domain has to publish. */
export function recordsOf(domain: RecordDomain, config: RecordConfig): ExpectedRecord[] {
  const { name, dkimSelector, dkimPublicKey } = domain;
  const tracked = domain.openTracking || domain.clickTracking;
  return [
    txt('dkim', `${dkimSelector}._domainkey.${name}`, `v=DKIM1; k=rsa; p=${dkimPublicKey}`),
    ...returnPathRecords(name, config),
    txt('dmarc', `_dmarc.${name}`, 'v=DMARC1; p=none;'),
    ...(tracked ? [linkCname(name, config)] : []),
    ...(domain.inbound ? [mx('inbound', name, config)] : []),
  ];
}

/** Whether a domain without this record cannot be verified: bounces must find their way where we listen for them. */
export const isRequired = ({ purpose }: ExpectedRecord): boolean => purpose === 'dkim' || purpose === 'return_path';
