import { QuoteType, type TokenizerCallbacks } from 'htmlparser2';
import { tokenizeInPieces } from '../core/text/tokenize-html.ts';

/** Position of a link's URL in the markup, without its quotes. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  /** As a browser reads it: character references resolved. */
  readonly href: string;
}

export interface FoundPlaces {
  readonly links: readonly FoundLink[];
  /** Position at which something can be inserted that is to be displayed last. */
  readonly end: number;
}

interface OpenTag {
  readonly linking: boolean;
  untracked: boolean;
  href: FoundLink | undefined;
}

interface OpenAttribute {
  readonly name: string;
  readonly start: number;
  value: string;
}

const BEFORE_VALUE = /\s*=\s*["']?/y;

function valueStart(html: string, nameEnd: number): number {
  BEFORE_VALUE.lastIndex = nameEnd;
  return BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : nameEnd;
}

/**
 * Finds the links of `a` and `area` that can be tracked; not those in comments, styles and scripts. `yieldIfBusy`: awaited before each
 * piece of the HTML.
 */
export async function findLinks(html: string, yieldIfBusy: () => Promise<void>): Promise<FoundPlaces> {
  const links: FoundLink[] = [];
  const ends = { body: -1, html: -1 };
  let tag: OpenTag = { linking: false, untracked: false, href: undefined };
  let attribute: OpenAttribute = { name: '', start: 0, value: '' };
  const lower = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const endTag = () => {
    if (tag.linking && !tag.untracked && tag.href !== undefined) links.push(tag.href);
  };
  const callbacks: Partial<TokenizerCallbacks> = {
    onopentagname: (start, end) => {
      tag = { linking: ['a', 'area'].includes(lower(start, end)), untracked: false, href: undefined };
    },
    onattribname: (start, end) => {
      attribute = { name: lower(start, end), start: valueStart(html, end), value: '' };
    },
    onattribdata: (start, end) => {
      attribute.value += html.slice(start, end);
    },
    onattribentity: (codePoint) => {
      attribute.value += String.fromCodePoint(codePoint);
    },
    onattribend: (quote, at) => {
      const { name, start, value: href } = attribute;
      const quoted = quote === QuoteType.Double || quote === QuoteType.Single;
      // Of an attribute that is given twice the first counts.
      if (name === 'href' && quote !== QuoteType.NoValue) tag.href ??= { start, end: quoted ? at - 1 : at, href };
      if (name === 'data-no-track') tag.untracked = true;
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag: (start, end) => {
      const name = lower(start, end);
      if (name === 'body' || name === 'html') ends[name] = html.lastIndexOf('<', start);
    },
  };
  await tokenizeInPieces(html, callbacks, yieldIfBusy);
  const [end = html.length] = [ends.body, ends.html].filter((place) => place >= 0);
  return { links, end };
}
