import type { TokenizerCallbacks } from 'htmlparser2';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';
import { createHiddenUses, isHiding } from './hidden-uses.ts';

/** Where something can be put into HTML, so that readers see it. */
export interface Places {
  /** Where its content begins: each place of several bodies. */
  readonly starts: readonly number[];
  /** Where its content ends. */
  readonly end: number;
  /** Whether there is a use that HTML does not hide. */
  readonly isUsed: boolean;
  /** Whether HTML hides one of the uses or more. */
  readonly hidesUse: boolean;
}

/** The content of a document begins after the first of these that it has: nothing may come before a doctype. */
const STARTS = ['body', '/head', 'html', '!doctype'];
/** Places of one name that are told; nobody writes a mail in more languages. */
const MOST_STARTS = 20;
/** It ends before the last of the first of these that it has. */
const ENDS = ['/body', '/html'];

const OPENING_LENGTH = '<!--'.length;

const firstOf = <T>(names: readonly string[], places: ReadonlyMap<string, T>) =>
  names.map((name) => places.get(name)).find((place) => place !== undefined);

/** Reads the attributes of tags for one that hides. */
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
    /** Returns whether one of the tag that ends here hides. */
    take(): boolean {
      const taken = isHidden;
      isHidden = false;
      return taken;
    },
  };
}

/** Returns the places of HTML without Liquid, and what it hides of the uses at these offsets, which ascend. What stands in comments, styles and scripts is no tag. */
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
      // One that is not closed hides whatever comes after it.
      if (endOffset === 0 && end === html.length) endOfDocument = start - OPENING_LENGTH;
    },
  };
  await tokenizeInPieces(html, callbacks, yieldTurn);
  // Nor is what comes after a tag that hides and is not closed.
  endOfDocument = Math.min(endOfDocument, hidden.finish(html.length) ?? endOfDocument);
  return {
    starts: firstOf(STARTS, starts) ?? [0],
    end: firstOf(ENDS, ends) ?? endOfDocument,
    isUsed: hidden.isAnyShown(),
    hidesUse: hidden.isAnyHidden(),
  };
}
