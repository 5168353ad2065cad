import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { findPlaces, type Places } from './find-places.ts';
import { maskLiquid } from './mask-liquid.ts';

/** What a body asks for where its writer has thought of unsubscribing. */
const VARIABLE = 'unsubscribe_url';

const OUTPUT = `{{ ${VARIABLE} }}`;

const htmlLink = (to: string) =>
  `<p style="margin:24px 0 0;font:12px sans-serif;color:#6b7280"><a href="${to}" style="color:#6b7280">Unsubscribe</a></p>`;

/** Below the mark of a signature (RFC 3676, section 4.3). */
const textWithLink = (text: string, to: string) => `${text}${text.endsWith('\n') ? '' : '\n'}\n-- \nUnsubscribe: ${to}\n`;

/** Returns the places of an HTML body; `isUsed` where it has a link to unsubscribe by. */
export const findHtmlPlaces = (html: string): Promise<Places> => findPlaces(html, VARIABLE);

/** Returns whether a plain text has a link to unsubscribe by. */
export async function hasTextLink(text: string): Promise<boolean> {
  const { uses } = await maskLiquid(text, VARIABLE, () => yieldTurns(1));
  return uses.length > 0;
}

/** Returns HTML that has a link to unsubscribe by: at its end, where it has none of its own. */
export const withHtmlLink = (html: string, { end, isUsed }: Places): string =>
  isUsed ? html : html.slice(0, end) + htmlLink(OUTPUT) + html.slice(end);

/** Returns plain text that has a link to unsubscribe by: at its end, where it has none of its own. */
export const withTextLink = async (text: string): Promise<string> => ((await hasTextLink(text)) ? text : textWithLink(text, OUTPUT));

/** Whether a part that was rendered names an address, be it as the value of a query. */
const names = (part: string, url: string) => part.includes(url) || part.includes(encodeURIComponent(url));

/** The parts of a mail as one reader gets it. */
interface Parts {
  readonly html: string | null;
  readonly text: string | null;
}

/**
 * Returns the parts of a mail with a link to unsubscribe by, at the end of each that names its address nowhere: Liquid may have kept
 * the writer's own, or ours, for other readers.
 */
export async function withOwnLink<T extends Parts>(parts: T, url: string): Promise<T> {
  const { html, text } = parts;
  const isWhole = [html, text].every((part) => part === null || names(part, url));
  if (isWhole) return parts;
  const { end } = html === null ? { end: 0 } : await findHtmlPlaces(html);
  return {
    ...parts,
    html: html === null || names(html, url) ? html : html.slice(0, end) + htmlLink(url) + html.slice(end),
    text: text === null || names(text, url) ? text : textWithLink(text, url),
  };
}
