import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { findPlaces, type Places } from './find-places.ts';
import { findStarts, type Insertion, isInText } from './find-starts.ts';
import { maskLiquid } from './mask-liquid.ts';

/** The variable that a body uses if its author placed the unsubscribe link. */
const VARIABLE = 'unsubscribe_url';

const OUTPUT = `{{ ${VARIABLE} }}`;

const htmlLink = (to: string) =>
  `<p style="margin:24px 0 0;font:12px sans-serif;color:#6b7280"><a href="${to}" style="color:#6b7280">Unsubscribe</a></p>`;

/** Below the mark of a signature (RFC 3676, section 4.3). */
const textWithLink = (text: string, to: string) => `${text}${text.endsWith('\n') ? '' : '\n'}\n-- \nUnsubscribe: ${to}\n`;

export interface HtmlPlaces extends Pick<Places, 'isUsed'> {
  readonly starts: readonly Insertion[];
  /** Where its content ends; undefined if that is within a tag, a title or the like for some readers, or if no link is missing. */
  readonly end: number | undefined;
}

/** Returns the places of an HTML body; `isUsed` if it has an unsubscribe link. */
export async function findHtmlPlaces(html: string): Promise<HtmlPlaces> {
  const source = await maskLiquid(html, VARIABLE, () => yieldTurns(1));
  const places = await findPlaces(source.masked, source.uses);
  const { isUsed, end } = places;
  const starts = await findStarts(html, source, places.starts);
  // A source with a hidden use gets its link here in any case: the address alone would count as a link once it is filled in.
  const isEnd = !isUsed && (source.blocks.length === 0 || source.uses.length > 0 || (await isInText(html, source, end)));
  return { isUsed, starts, end: isEnd ? end : undefined };
}

/** Markup that may keep a use from being seen. */
const MAY_HIDE = /<!--|<title|<style|<script|\shidden[\s=/>]|display\s*:\s*none|\{%/i;
const CAPTURES = /\{%-?\s*capture/;

/**
 * Returns whether a reader may get HTML that contains the link only where it is invisible: the source also uses it there, or assigns it
 * to another name.
 */
export async function mayHideLink(html: string): Promise<boolean> {
  if (!MAY_HIDE.test(html)) return false;
  if (CAPTURES.test(html)) return true;
  const first = html.indexOf(VARIABLE);
  // The only use is visible: a source without a visible one gets a link.
  if (first === html.lastIndexOf(VARIABLE)) return html.lastIndexOf('{%', first) > html.lastIndexOf('{{', first);
  const { masked, uses } = await maskLiquid(html, VARIABLE, () => yieldTurns(1));
  return uses.some((at) => html[at + 1] === '%') || (await findPlaces(masked, uses)).hidesUse;
}

/** Returns whether a plain text has an unsubscribe link. */
export async function hasTextLink(text: string): Promise<boolean> {
  const { uses } = await maskLiquid(text, VARIABLE, () => yieldTurns(1));
  return uses.length > 0;
}

/** Returns HTML with an unsubscribe link, which is added at its end if it has none. Without an end, `withOwnLink` adds it for each reader. */
export const withHtmlLink = (html: string, { end }: Pick<HtmlPlaces, 'end'>): string =>
  end === undefined ? html : html.slice(0, end) + htmlLink(OUTPUT) + html.slice(end);

/** Returns plain text with an unsubscribe link, which is added at its end if it has none. */
export const withTextLink = async (text: string): Promise<string> => ((await hasTextLink(text)) ? text : textWithLink(text, OUTPUT));

/** Returns whether a rendered part contains an address, even as a query value. */
const names = (part: string, url: string) => part.includes(url) || part.includes(encodeURIComponent(url));

function offsetsOf(part: string, url: string): number[] {
  const offsets: number[] = [];
  for (const form of new Set([url, encodeURIComponent(url)]))
    for (let at = part.indexOf(form); at >= 0; at = part.indexOf(form, at + form.length)) offsets.push(at);
  return offsets.sort((left, right) => left - right);
}

/** Returns rendered HTML with an unsubscribe link. `mayHide`: containing the address is not enough, it must be visible. */
async function htmlWithOwnLink(html: string, url: string, mayHide: boolean): Promise<string> {
  if (names(html, url) && !mayHide) return html;
  const { end, isUsed } = await findPlaces(html, offsetsOf(html, url));
  return isUsed ? html : html.slice(0, end) + htmlLink(url) + html.slice(end);
}

/** The parts of a mail as one reader gets it. */
interface Parts {
  readonly html: string | null;
  readonly text: string | null;
}

/**
 * Returns the parts of a mail, each with an unsubscribe link at its end if it has none: Liquid may have kept the author's link, or ours,
 * for other readers. `url`: empty for tests, whose readers have nothing to unsubscribe from. `mayHide`: the result of `mayHideLink` for
 * its source.
 */
export async function withOwnLink<T extends Parts>(parts: T, url: string, mayHide: boolean): Promise<T> {
  if (url === '') return parts;
  const html = parts.html === null ? null : await htmlWithOwnLink(parts.html, url, mayHide);
  const text = parts.text === null || names(parts.text, url) ? parts.text : textWithLink(parts.text, url);
  return html === parts.html && text === parts.text ? parts : { ...parts, html, text };
}
