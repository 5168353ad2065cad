import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { findPlaces, type Places } from './find-places.ts';
import { maskLiquid } from './mask-liquid.ts';

/** What a body asks for where its writer has thought of unsubscribing. */
const VARIABLE = 'unsubscribe_url';

const HTML_LINK = `<p style="margin:24px 0 0;font:12px sans-serif;color:#6b7280"><a href="{{ ${VARIABLE} }}" style="color:#6b7280">Unsubscribe</a></p>`;
const TEXT_LINK = `Unsubscribe: {{ ${VARIABLE} }}`;

/** Returns the places of an HTML body; `isUsed` where it has a link to unsubscribe by. */
export const findHtmlPlaces = (html: string): Promise<Places> => findPlaces(html, VARIABLE);

/** Returns whether a plain text has a link to unsubscribe by. */
export async function hasTextLink(text: string): Promise<boolean> {
  const { uses } = await maskLiquid(text, VARIABLE, () => yieldTurns(1));
  return uses.length > 0;
}

/** Returns HTML that has a link to unsubscribe by: at its end, where it has none of its own. */
export const withHtmlLink = (html: string, { end, isUsed }: Places): string =>
  isUsed ? html : html.slice(0, end) + HTML_LINK + html.slice(end);

/** Returns plain text that has a link to unsubscribe by: where it has none of its own, below the mark of a signature (RFC 3676, section 4.3). */
export const withTextLink = async (text: string): Promise<string> =>
  (await hasTextLink(text)) ? text : `${text}${text.endsWith('\n') ? '' : '\n'}\n-- \n${TEXT_LINK}\n`;
