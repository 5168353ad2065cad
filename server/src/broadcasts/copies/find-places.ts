import type { TokenizerCallbacks } from 'htmlparser2';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';
import { createHiddenUses, isHiding } from './hidden-uses.ts';

/** Places in HTML where something can be inserted so that readers see it. */
export interface Places {
  /** Where its content begins. */
  readonly start: number;
  /** Where its content ends. */
  readonly end: number;
  /** Whether at least one use is not hidden by HTML. */
  readonly isUsed: boolean;
}

/** Content begins after the first of these that the document has: nothing may come before a doctype. */
const STARTS = ['body', '/head', 'html', '!doctype'];
/** Content ends before the last occurrence of the first of these that the document has. */
const ENDS = ['/body', '/html'];

const COMMENT_START = '<!--';
const PROBE = '<a>';

/** Returns whether HTML ends within a comment: the tokenizer reports none that has no content and no end. */
async function isInComment(html: string): Promise<boolean> {
  let isTag = false;
  const onopentagname = (start: number) => {
    isTag ||= start > html.length;
  };
  await tokenizeInPieces(html + PROBE, { onopentagname }, () => yieldTurns(1));
  return !isTag;
}

const firstOf = (names: readonly string[], places: ReadonlyMap<string, number>) =>
  names.map((name) => places.get(name)).find((place) => place !== undefined);

/** Reads the attributes of tags and looks for one that hides. */
function createHidingAttributes(html: string) {
  let [name, isHidden] = ['', false];
  let valueStart: number | undefined;
  const callbacks: Partial<TokenizerCallbacks> = {
    onattribname: (start, end) => {
      name = html.slice(start, end).toLowerCase();
      valueStart = undefined;
    },
    onattribdata: (start) => {
      valueStart ??= start;
    },
    onattribend: (_quote, end) => {
      isHidden ||= isHiding(name, valueStart === undefined ? '' : html.slice(valueStart, end));
    },
  };
  return {
    callbacks,
    /** Returns whether an attribute of the tag that ends here hides. */
    take(): boolean {
      const taken = isHidden;
      isHidden = false;
      return taken;
    },
  };
}

/**
 * Returns the places of HTML without Liquid, and which uses at these ascending offsets it hides. The content of comments, styles and
 * scripts contains no tags.
 */
export async function findPlaces(html: string, uses: readonly number[]): Promise<Places> {
  const yieldTurn = () => yieldTurns(1);
  const hidden = createHiddenUses(uses);
  const attributes = createHidingAttributes(html);
  const starts = new Map<string, number>();
  const ends = new Map<string, number>();
  let endOfDocument = html.length;
  let [tag, tagStart, isOpen] = ['', 0, false];
  const begin = (name: string, at: number) => {
    if (STARTS.includes(name) && !starts.has(name)) starts.set(name, at + 1);
  };
  const endTag = (at: number, isSelfClosing: boolean) => {
    isOpen = false;
    begin(tag, at);
    hidden.open({ name: tag, start: tagStart, end: at + 1, isSelfClosing, isHidden: attributes.take() });
  };
  const callbacks: Partial<TokenizerCallbacks> = {
    ...attributes.callbacks,
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      tagStart = start - 1;
      isOpen = true;
      attributes.take();
    },
    onopentagend: (at) => endTag(at, false),
    onselfclosingtag: (at) => endTag(at, true),
    onclosetag: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      hidden.close(name, start);
      const last = name === 'head' ? html.indexOf('>', end) : -1;
      if (last >= 0) begin('/head', last);
      if (ENDS.includes(`/${name}`)) ends.set(`/${name}`, html.lastIndexOf('<', start));
    },
    onprocessinginstruction: hidden.comment,
    oncdata: hidden.comment,
    ondeclaration: (start, end) => {
      hidden.comment(start, end);
      if (/^doctype\b/i.test(html.slice(start, end))) begin('!doctype', end);
    },
    oncomment: (start, end, endOffset) => {
      hidden.comment(start, end);
      // An unclosed one hides everything after it.
      if (endOffset === 0 && end === html.length) endOfDocument = start - COMMENT_START.length;
    },
  };
  await tokenizeInPieces(html, callbacks, yieldTurn);
  // The same holds for a tag that does not end, an empty comment that does not, and what follows a hiding tag that is not closed.
  if (isOpen) {
    hidden.comment(tagStart, html.length);
    endOfDocument = Math.min(endOfDocument, tagStart);
  } else if (html.endsWith(COMMENT_START) && (await isInComment(html))) endOfDocument = html.length - COMMENT_START.length;
  endOfDocument = Math.min(endOfDocument, hidden.finish(html.length) ?? endOfDocument);
  return {
    start: firstOf(STARTS, starts) ?? 0,
    end: firstOf(ENDS, ends) ?? endOfDocument,
    isUsed: hidden.isAnyShown(),
  };
}
