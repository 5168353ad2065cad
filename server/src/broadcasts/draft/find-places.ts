import type { TokenizerCallbacks } from 'htmlparser2';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';
import { createHiddenUses, isHiding } from './hidden-uses.ts';

/** Places in HTML where something can be inserted so that readers see it. */
export interface Places {
  /** Where its content begins: one place for each of several bodies. */
  readonly starts: readonly number[];
  /** Where its content ends. */
  readonly end: number;
  /** Whether at least one use is not hidden by HTML. */
  readonly isUsed: boolean;
  /** Whether HTML hides at least one of the uses. */
  readonly hidesUse: boolean;
}

/** Content begins after the first of these that the document has: nothing may come before a doctype. */
const STARTS = ['body', '/head', 'html', '!doctype'];
/** The most places recorded per name; no mail is written in more languages. */
const MOST_STARTS = 20;
/** Content ends before the last occurrence of the first of these that the document has. */
const ENDS = ['/body', '/html'];

const OPENING_LENGTH = '<!--'.length;

const firstOf = <T>(names: readonly string[], places: ReadonlyMap<string, T>) =>
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
  const starts = new Map<string, number[]>();
  const ends = new Map<string, number>();
  let endOfDocument = html.length;
  let [tag, tagStart] = ['', 0];
  const begin = (name: string, at: number) => {
    if (!STARTS.includes(name)) return;
    const places = starts.get(name) ?? [];
    starts.set(name, places);
    if (places.length < MOST_STARTS) places.push(at + 1);
  };
  const endTag = (at: number, isSelfClosing: boolean) => {
    begin(tag, at);
    hidden.open({ name: tag, start: tagStart, end: at + 1, isSelfClosing, isHidden: attributes.take() });
  };
  const callbacks: Partial<TokenizerCallbacks> = {
    ...attributes.callbacks,
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      tagStart = start - 1;
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
    ondeclaration: (start, end) => {
      if (/^doctype\b/i.test(html.slice(start, end))) begin('!doctype', end);
    },
    oncomment: (start, end, endOffset) => {
      hidden.comment(start, end);
      // An unclosed one hides everything after it.
      if (endOffset === 0 && end === html.length) endOfDocument = start - OPENING_LENGTH;
    },
  };
  await tokenizeInPieces(html, callbacks, yieldTurn);
  // The same holds for what follows a hiding tag that is not closed.
  endOfDocument = Math.min(endOfDocument, hidden.finish(html.length) ?? endOfDocument);
  return {
    starts: firstOf(STARTS, starts) ?? [0],
    end: firstOf(ENDS, ends) ?? endOfDocument,
    isUsed: hidden.isAnyShown(),
    hidesUse: hidden.isAnyHidden(),
  };
}
