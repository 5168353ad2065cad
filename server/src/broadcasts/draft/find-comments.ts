import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';

export const COMMENT_START = '<!--';
export const COMMENT_END = '-->';

export interface Comment {
  /** Where its `<!--` begins. */
  readonly start: number;
  /** The offset after its `-->`, or that of the end of the HTML if it is not closed. */
  readonly end: number;
}

/** Returns the comments of HTML in order, in linear time: what looks like one in an attribute, a style, a script or a title is none. */
export async function findComments(html: string): Promise<readonly Comment[]> {
  const comments: Comment[] = [];
  const oncomment = (start: number, last: number) => {
    const end = Math.min(last + 1, html.length);
    // The tokenizer also reports end tags without a name, such as `</ >`.
    if (html.startsWith(COMMENT_START, start - COMMENT_START.length)) comments.push({ start: start - COMMENT_START.length, end });
  };
  await tokenizeInPieces(html, { oncomment }, () => yieldTurns(1));
  return comments;
}

const PROBE = '<a>';

/** Returns what a tag would be at the end of HTML: one, part of a comment, or undefined for part of another tag, a title or the like. */
export async function findStateAtEnd(html: string): Promise<'text' | 'comment' | undefined> {
  const probed = html + PROBE;
  let isTag = false;
  const onopentagname = (start: number) => {
    isTag ||= start > html.length;
  };
  await tokenizeInPieces(probed, { onopentagname }, () => yieldTurns(1));
  if (isTag) return 'text';
  const last = (await findComments(probed)).at(-1);
  return last?.end === probed.length ? 'comment' : undefined;
}
