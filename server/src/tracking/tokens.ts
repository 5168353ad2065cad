import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../core/crypto/secret-box.ts';
import { toBase32 } from '../core/ids.ts';

type Signer = Pick<SecretBox, 'mac' | 'macs'>;

/** Who may unsubscribe by a link, and from whose mail. */
export interface UnsubscribeGrant {
  readonly tenantId: string;
  readonly messageId: string;
  /** Bare and in lower case. */
  readonly email: string;
}

const MAC_BYTES = 10;
const NAME = '([0-9a-z]{26})';
const TEXT = '([A-Za-z0-9_-]+)';
const SIGNED = /^([A-Za-z0-9_-]+)([0-9a-z]{16})$/;
const UNSUBSCRIBE_FORM = new RegExp(`^${NAME}${NAME}${TEXT}$`);

const nameOf = (id: string) => id.slice(id.indexOf('_') + 1);
const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

const shorten = (mac: Buffer) => toBase32(mac.subarray(0, MAC_BYTES));
const macOf = (secrets: Signer, purpose: string, payload: string) => shorten(secrets.mac(purpose, payload));

/** Whether it was made here, under this key or one before it. */
const isMac = (secrets: Signer, given: string, { purpose, payload }: { purpose: string; payload: string }) =>
  secrets.macs(purpose, payload).some((mac) => timingSafeEqual(Buffer.from(given), Buffer.from(shorten(mac))));

/** The payload of a token that is ours and made for the purpose; undefined for any other. */
function open(secrets: Signer, purpose: string, token: string): string | undefined {
  const [, payload = '', given = ''] = SIGNED.exec(token) ?? [];
  return payload !== '' && isMac(secrets, given, { purpose, payload }) ? payload : undefined;
}

const seal = (secrets: Signer, purpose: string, payload: string) => `${payload}${macOf(secrets, purpose, payload)}`;

/** It names the address as well as the message, so that it is good for as long as the mail is kept, and not for as long as we keep the message. */
export const unsubscribeToken = (secrets: Signer, { tenantId, messageId, email }: UnsubscribeGrant): string =>
  seal(secrets, 'unsubscribe links', `${nameOf(tenantId)}${nameOf(messageId)}${encode(email)}`);

export function readUnsubscribeToken(secrets: Signer, token: string): UnsubscribeGrant | undefined {
  const [, tenant, message, email] = UNSUBSCRIBE_FORM.exec(open(secrets, 'unsubscribe links', token) ?? '') ?? [];
  if (tenant === undefined || message === undefined || email === undefined) return undefined;
  return { tenantId: `ten_${tenant}`, messageId: `msg_${message}`, email: decode(email) };
}

/** A mail that links are made for. */
export interface MailSource {
  readonly tenantId: string;
  readonly messageId: string;
}

/** A mail whose opens and clicks are counted. */
export interface TrackedSource {
  /** Null in links of mail from before they named it. */
  readonly tenantId: string | null;
  readonly messageId: string;
}

/** A link of a message. */
export interface TrackedLink extends TrackedSource {
  /** Where it leads, http or https. */
  readonly url: string;
}

const SOURCE = `${NAME}${NAME}`;
const OPEN_FORM = new RegExp(`^${SOURCE}$`);
const CLICK_FORM = new RegExp(`^${SOURCE}${TEXT}$`);
/** Forms of links in mail from before they named their tenant. */
const OLD_OPEN_FORM = new RegExp(`^()${NAME}$`);
const OLD_CLICK_FORM = new RegExp(`^()${NAME}${TEXT}$`);

const toSource = (tenant: string, message: string): TrackedSource => ({
  tenantId: tenant === '' ? null : `ten_${tenant}`,
  messageId: `msg_${message}`,
});

export const openToken = (secrets: Signer, { tenantId, messageId }: MailSource): string =>
  seal(secrets, 'opens', `${nameOf(tenantId)}${nameOf(messageId)}`);

/** The message that was opened. */
export function readOpenToken(secrets: Signer, token: string): TrackedSource | undefined {
  const found = OPEN_FORM.exec(open(secrets, 'opens', token) ?? '') ?? OLD_OPEN_FORM.exec(open(secrets, 'open links', token) ?? '');
  const [, tenant = '', message] = found ?? [];
  return message === undefined ? undefined : toSource(tenant, message);
}

export const clickToken = (secrets: Signer, { tenantId, messageId, url }: MailSource & { readonly url: string }): string =>
  seal(secrets, 'clicks', `${nameOf(tenantId)}${nameOf(messageId)}${encode(url)}`);

export function readClickToken(secrets: Signer, token: string): TrackedLink | undefined {
  const found = CLICK_FORM.exec(open(secrets, 'clicks', token) ?? '') ?? OLD_CLICK_FORM.exec(open(secrets, 'click links', token) ?? '');
  const [, tenant = '', message, url] = found ?? [];
  return message === undefined || url === undefined ? undefined : { ...toSource(tenant, message), url: decode(url) };
}

const LOCAL_PART = /^unsubscribe-([0-9a-z]{26})-([0-9a-z]{16})$/;

/** Local part, of 55 characters, of the address that ends marketing mail to the one recipient of a message. */
export function unsubscribeLocalPart(secrets: Signer, messageId: string): string {
  const name = nameOf(messageId);
  return `unsubscribe-${name}-${macOf(secrets, 'unsubscribe addresses', name)}`;
}

/** The message that a local part stands for, in any case of its letters; undefined for one that is not ours. */
export function messageOfUnsubscribeAddress(secrets: Signer, localPart: string): string | undefined {
  const [, name = '', given = ''] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
  return name !== '' && isMac(secrets, given, { purpose: 'unsubscribe addresses', payload: name }) ? `msg_${name}` : undefined;
}
