import type { AppContext } from '../app-context.ts';
import type { TrackedMail } from '../delivery/index.ts';
import { linkPaths, linkStart } from '../mail-links/link-start.ts';
import { clickToken, openToken } from './tokens.ts';
import { trackHtml } from './track-html.ts';

/** Returns HTML with opens and clicks tracked as requested, and otherwise unchanged. */
export function trackOpensAndClicks(
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
  html: string,
  { opens, clicks, linkHost, yieldIfBusy, ...source }: TrackedMail,
): Promise<string> {
  // Links of ours are not for counting, the one to unsubscribe above all; nor are those copied from a mail of the domain.
  const ours = Object.values(linkPaths).flatMap((path) => [linkStart(config, path), linkStart(config, path, linkHost)]);
  const clickStart = linkStart(config, linkPaths.click);
  const clickUrl = (url: string) =>
    ours.some((start) => url.startsWith(start)) ? undefined : `${clickStart}${clickToken(secrets, { ...source, url })}`;
  return trackHtml(html, {
    click: clicks ? clickUrl : undefined,
    pixel: opens ? `${linkStart(config, linkPaths.open)}${openToken(secrets, source)}` : undefined,
    yieldIfBusy,
  });
}
