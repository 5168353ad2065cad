import type { TokenizerCallbacks } from 'htmlparser2';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';

/** Where something can be put into HTML, so that readers see it. */
export interface Places {
  /** Where its content begins. */
  readonly start: number;
  /** Where its content ends. */
  readonly end: number;
  /** Whether there is a use that HTML does not hide. */
  readonly isUsed: boolean;
  /** Whether HTML hides one of the uses or more. */
  readonly hidesUse: boolean;
}

/** The content of a document begins after the first of these that it has: nothing may come before a doctype. */
const STARTS = ['body', '/head', 'html', '!doctype'];
/** What stands in these is shown to nobody, or in a place that nobody follows links of. */
const HIDING = ['title', 'style', 'script'];
/** It ends before the last of the first of these that it has. */
const ENDS = ['/body', '/html'];

const OPENING_LENGTH = '<!--'.length;

const firstOf = (names: readonly string[], places: ReadonlyMap<string, number>) =>
  names.map((name) => places.get(name)).find((place) => place !== undefined);

/** Counts the uses of a variable that HTML hides, in the order in which they are read. */
function createUses(uses: readonly number[]) {
  let next = 0;
  let hidden = 0;
  return {
    hide(start: number, end: number): void {
      while ((uses[next] ?? end) < end) {
        if ((uses[next] ?? 0) >= start) hidden += 1;
        next += 1;
      }
    },
    isAnyShown: () => hidden < uses.length,
    isAnyHidden: () => hidden > 0,
  };
}

/** Returns the places of HTML without Liquid, and what it hides of the uses at these offsets, which ascend. What stands in comments, styles and scripts is no tag. */
export async function findPlaces(html: string, uses: readonly number[]): Promise<Places> {
  const yieldTurn = () => yieldTurns(1);
  const used = createUses(uses);
  const starts = new Map<string, number>();
  const ends = new Map<string, number>();
  let endOfDocument = html.length;
  let [tag, tagStart] = ['', 0];
  /** Where the content of a tag begins that hides what is in it. */
  let hiddenFrom: number | undefined;
  const begin = (name: string, at: number) => {
    if (STARTS.includes(name) && !starts.has(name)) starts.set(name, at + 1);
  };
  const endTag = (at: number) => {
    begin(tag, at);
    if (HIDING.includes(tag)) hiddenFrom = at + 1;
  };
  const showAgain = (at: number) => {
    if (hiddenFrom !== undefined) used.hide(hiddenFrom, at);
    hiddenFrom = undefined;
  };
  const callbacks: Partial<TokenizerCallbacks> = {
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      tagStart = start - 1;
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag: (start, end) => {
      const name = `/${html.slice(start, end).toLowerCase()}`;
      showAgain(start);
      const last = name === '/head' ? html.indexOf('>', end) : -1;
      if (last >= 0) begin(name, last);
      if (ENDS.includes(name)) ends.set(name, html.lastIndexOf('<', start));
    },
    ondeclaration: (start, end) => {
      if (/^doctype\b/i.test(html.slice(start, end))) begin('!doctype', end);
    },
    oncomment: (start, end, endOffset) => {
      used.hide(start, end);
      // A comment that is not closed hides whatever comes after it.
      if (endOffset === 0 && end === html.length) endOfDocument = start - OPENING_LENGTH;
    },
  };
  await tokenizeInPieces(html, callbacks, yieldTurn);
  // Nor is what comes after a tag that hides and is not closed.
  if (hiddenFrom !== undefined) endOfDocument = Math.min(endOfDocument, tagStart);
  showAgain(html.length);
  return {
    start: firstOf(STARTS, starts) ?? 0,
    end: firstOf(ENDS, ends) ?? endOfDocument,
    isUsed: used.isAnyShown(),
    hidesUse: used.isAnyHidden(),
  };
}
