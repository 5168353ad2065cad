import type { AppContext } from '../app-context.ts';
import { baseUrlOf } from '../core/base-url.ts';
import { trimEnd } from '../core/text/trim-end.ts';
import { clickToken, openToken, type UnsubscribeGrant, unsubscribeLocalPart, unsubscribeToken } from './tokens.ts';
import { trackHtml } from './track-html.ts';

export interface LinkContext {
  readonly config: Pick<AppContext['config'], 'LINK_BASE_URL' | 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly secrets: AppContext['secrets'];
}

export interface TrackingTools extends LinkContext {
  readonly yieldIfBusy: () => Promise<void>;
}

export interface TrackedMail {
  readonly tenantId: string;
  readonly messageId: string;
  readonly opens: boolean;
  readonly clicks: boolean;
}

/** What links begin with, without a slash at the end. */
const linkBase = (config: LinkContext['config']): string => trimEnd(new URL(config.LINK_BASE_URL ?? baseUrlOf(config)).href, '/');

/** Returns where a recipient ends marketing mail; the same for the same message and recipient. */
export const unsubscribeUrl = ({ config, secrets }: LinkContext, grant: UnsubscribeGrant): string =>
  `${linkBase(config)}/u/${unsubscribeToken(secrets, grant)}`;

/**
 * Returns List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058) of a marketing mail.
 * `mailDomain`: where we take mail, if anywhere.
 */
export function unsubscribeHeaders(app: LinkContext, grant: UnsubscribeGrant, mailDomain: string | null): Record<string, string> {
  const places = [unsubscribeUrl(app, grant)];
  if (mailDomain !== null) places.push(`mailto:${unsubscribeLocalPart(app.secrets, grant.messageId)}@${mailDomain}?subject=unsubscribe`);
  return {
    'List-Unsubscribe': places.map((url) => `<${url}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Returns HTML whose opens and clicks are counted as far as that is asked for; the rest of it stays as it is.
 * `yieldIfBusy`: what each piece of the work waits for first.
 */
export async function trackOpensAndClicks(
  { config, secrets, yieldIfBusy }: TrackingTools,
  html: string,
  { opens, clicks, ...source }: TrackedMail,
): Promise<string> {
  if (!opens && !clicks) return html;
  const base = linkBase(config);
  // Links of ours are not for counting, the one to unsubscribe above all.
  const isOurs = (url: string) => url.startsWith(`${base}/u/`) || url.startsWith(`${base}/t/`);
  const clickUrl = (url: string) => (isOurs(url) ? undefined : `${base}/t/c/${clickToken(secrets, { ...source, url })}`);
  return trackHtml(html, {
    click: clicks ? clickUrl : undefined,
    pixel: opens ? `${base}/t/o/${openToken(secrets, source)}` : undefined,
    yieldIfBusy,
  });
}
