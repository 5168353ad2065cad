import type { AppContext } from '../app-context.ts';
import { clickToken, openToken, type UnsubscribeGrant, unsubscribeLocalPart, unsubscribeToken } from './tokens.ts';
import { trackHtml } from './track-html.ts';

/** Makes the addresses that mail carries for its recipients. */
export interface Links {
  /** Where a recipient ends marketing mail; the same for the same message and recipient. */
  unsubscribeUrl(grant: UnsubscribeGrant): string;
  /** List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058) of a marketing mail. `mailDomain`: where we take mail, if anywhere. */
  unsubscribeHeaders(grant: UnsubscribeGrant, mailDomain: string | null): Record<string, string>;
  /** HTML whose opens and clicks are counted as far as that is asked for; the rest of it stays as it is. */
  track(html: string, tracked: TrackedMail): string;
}

export interface TrackedMail {
  readonly messageId: string;
  readonly opens: boolean;
  readonly clicks: boolean;
}

type LinkConfig = Pick<AppContext['config'], 'LINK_BASE_URL' | 'BASE_URL' | 'HOST' | 'PORT'>;

/** What links begin with, without a slash at the end. */
const linkBase = ({ LINK_BASE_URL, BASE_URL, HOST, PORT }: LinkConfig): string =>
  new URL(LINK_BASE_URL ?? BASE_URL ?? `http://${HOST}:${PORT}`).href.replace(/\/+$/, '');

export function createLinks({ config, secrets }: Pick<AppContext, 'config' | 'secrets'>): Links {
  const base = linkBase(config);
  const unsubscribeUrl: Links['unsubscribeUrl'] = (grant) => `${base}/u/${unsubscribeToken(secrets, grant)}`;
  const mailtoOf = ({ messageId }: UnsubscribeGrant, domain: string | null) =>
    domain === null ? [] : [`mailto:${unsubscribeLocalPart(secrets, messageId)}@${domain}?subject=unsubscribe`];
  // Links of ours are not for counting, the one to unsubscribe above all.
  const clickUrl = (messageId: string, url: string) =>
    url.startsWith(`${base}/u/`) || url.startsWith(`${base}/t/`) ? undefined : `${base}/t/c/${clickToken(secrets, { messageId, url })}`;
  return {
    unsubscribeUrl,
    track: (html, { messageId, opens, clicks }) =>
      opens || clicks
        ? trackHtml(html, {
            click: clicks ? (url) => clickUrl(messageId, url) : undefined,
            pixel: opens ? `${base}/t/o/${openToken(secrets, messageId)}` : undefined,
          })
        : html,
    unsubscribeHeaders: (grant, mailDomain) => ({
      'List-Unsubscribe': [unsubscribeUrl(grant), ...mailtoOf(grant, mailDomain)].map((url) => `<${url}>`).join(', '),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
