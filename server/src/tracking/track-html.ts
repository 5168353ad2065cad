import { limits } from '@posthorn/contract';
import { type FoundLink, findLinks } from './find-links.ts';

/** The changes to a mail's HTML; none if absent. */
export interface Tracks {
  /** The URL that replaces a link; undefined if it stays. */
  readonly click?: ((url: string) => string | undefined) | undefined;
  /** Address of the image that is loaded when the mail is opened. */
  readonly pixel?: string | undefined;
  /** Awaited before each piece of work. */
  readonly yieldIfBusy?: (() => Promise<void>) | undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const WEB: readonly string[] = ['http:', 'https:'];
/** Longer ones would not pass servers and mail programs once they are within another. */
const MOST_LENGTH = 2000;
/** Links that are worked on without others in between: about 1 ms. */
const PIECE_LINKS = 32;

/** Reads an address as browsers do; undefined for what leads nowhere on the web. */
function readUrl(href: string): string | undefined {
  if (href.length > MOST_LENGTH) return undefined;
  const url = URL.parse(href);
  return url === null || !WEB.includes(url.protocol) || url.href.length > MOST_LENGTH ? undefined : url.href;
}

const atOnce = async () => undefined;

const toAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const imageOf = (url: string) =>
  `<img src="${toAttribute(url)}" alt="" width="1" height="1" style="display:block;border:0;width:1px;height:1px">`;

/** The replacements of the first links that are tracked. */
async function countLinks(links: readonly FoundLink[], { click, yieldIfBusy = atOnce }: Tracks): Promise<Edit[]> {
  const edits: Edit[] = [];
  if (click === undefined) return edits;
  for (const [index, { start, end, href }] of links.entries()) {
    // Each makes the mail longer, and takes time to sign.
    if (edits.length === limits.trackedLinks) break;
    if (index % PIECE_LINKS === 0) await yieldIfBusy();
    const url = readUrl(href);
    const counted = url === undefined ? undefined : click(url);
    if (counted !== undefined) edits.push({ start, end, text: toAttribute(counted) });
  }
  return edits;
}

/** Puts counted links and the image into HTML; everything else stays as it is, character for character. */
export async function trackHtml(html: string, tracks: Tracks): Promise<string> {
  const { pixel, yieldIfBusy = atOnce } = tracks;
  const { links, end } = await findLinks(html, yieldIfBusy);
  const edits = await countLinks(links, tracks);
  if (pixel !== undefined) edits.push({ start: end, end, text: imageOf(pixel) });
  let tracked = '';
  let place = 0;
  for (const { start, end: after, text } of edits.sort((left, right) => left.start - right.start)) {
    tracked += html.slice(place, start) + text;
    place = after;
  }
  return tracked + html.slice(place);
}
