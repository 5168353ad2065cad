import { decodeText, encodeText, NAME, nameOf, type Signer, signToken, TEXT, verifyToken } from '../core/crypto/signed-token.ts';

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
  signToken(secrets, 'opens', `${nameOf(tenantId)}${nameOf(messageId)}`);

/** The message that was opened. */
export function readOpenToken(secrets: Signer, token: string): TrackedSource | undefined {
  const found =
    OPEN_FORM.exec(verifyToken(secrets, 'opens', token) ?? '') ?? OLD_OPEN_FORM.exec(verifyToken(secrets, 'open links', token) ?? '');
  const [, tenant = '', message] = found ?? [];
  return message === undefined ? undefined : toSource(tenant, message);
}

export const clickToken = (secrets: Signer, { tenantId, messageId, url }: MailSource & { readonly url: string }): string =>
  signToken(secrets, 'clicks', `${nameOf(tenantId)}${nameOf(messageId)}${encodeText(url)}`);

export function readClickToken(secrets: Signer, token: string): TrackedLink | undefined {
  const found =
    CLICK_FORM.exec(verifyToken(secrets, 'clicks', token) ?? '') ?? OLD_CLICK_FORM.exec(verifyToken(secrets, 'click links', token) ?? '');
  const [, tenant = '', message, url] = found ?? [];
  return message === undefined || url === undefined ? undefined : { ...toSource(tenant, message), url: decodeText(url) };
}
