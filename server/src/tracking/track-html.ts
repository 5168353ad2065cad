import { findLinks } from './find-links.ts';

/** What a mail's HTML is changed by; absent, nothing is. */
export interface Tracks {
  /** The address that stands for a link, undefined where it stays as it is. */
  readonly click?: ((url: string) => string | undefined) | undefined;
  /** Address of the image that is loaded when the mail is opened. */
  readonly pixel?: string | undefined;
}

const WEB: readonly string[] = ['http:', 'https:'];
/** Longer ones would not pass servers and mail programs once they are within another. */
const MOST_LENGTH = 2000;

/** Reads an address as browsers do; undefined for what leads nowhere on the web. */
function readUrl(href: string): string | undefined {
  const url = URL.parse(href);
  return url === null || !WEB.includes(url.protocol) || url.href.length > MOST_LENGTH ? undefined : url.href;
}

const toAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const imageOf = (url: string) =>
  `<img src="${toAttribute(url)}" alt="" width="1" height="1" style="display:block;border:0;width:1px;height:1px">`;

/** Puts counted links and the image into HTML; everything else stays as it is, character for character. */
export function trackHtml(html: string, { click, pixel }: Tracks): string {
  const { links, end } = findLinks(html);
  const edits = links.flatMap(({ start, end: after, href }) => {
    const url = readUrl(href);
    const counted = url === undefined ? undefined : click?.(url);
    return counted === undefined ? [] : [{ start, end: after, text: toAttribute(counted) }];
  });
  if (pixel !== undefined) edits.push({ start: end, end, text: imageOf(pixel) });
  let tracked = '';
  let place = 0;
  for (const { start, end: after, text } of edits.sort((left, right) => left.start - right.start)) {
    tracked += html.slice(place, start) + text;
    place = after;
  }
  return tracked + html.slice(place);
}
