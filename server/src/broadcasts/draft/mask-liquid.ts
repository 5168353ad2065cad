import { depthChange, partsBlock } from './liquid-tags.ts';

/** UTF-16 units read without yielding: about 1 ms of the densest marks. */
const PIECE_LENGTH = 16 * 1024;

const OPENING = /\{[{%]/g;
const TAG_NAME = /\{%-?\s*(#|\w+)/y;
const ENDRAW = /\{%\s*endraw\b/g;

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isComment: boolean;
  /** The name of its tag; undefined for an output, and for commented content. */
  readonly name: string | undefined;
}

function indexOfForm(source: string, form: RegExp, from: number): number | undefined {
  form.lastIndex = from;
  return form.exec(source)?.index;
}

/** Returns where an output ends. Braces inside quotes do not end it. */
function endOfOutput(source: string, start: number): number | undefined {
  let quote = '';
  for (let at = start + 2; at < source.length; at += 1) {
    const character = source[at];
    if (quote === '' && character === '}' && source[at + 1] === '}') return at + 2;
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (quote !== '' && character === '\\') at += 1;
    else if (character === quote) quote = '';
  }
  return undefined;
}

function endOfTag(source: string, start: number): number | undefined {
  const end = source.indexOf('%}', start + 2);
  return end < 0 ? undefined : end + 2;
}

function tagNameAt(source: string, start: number): string | undefined {
  TAG_NAME.lastIndex = start;
  return TAG_NAME.exec(source)?.[1];
}

/**
 * Reads the marks of Liquid source up to one that is not closed, which makes the source invalid. The content of a comment belongs to the
 * mark after it, and is read all the same: a comment ends at its tag, not within an output.
 */
export function* marksOf(source: string): Generator<Mark> {
  let [from, isComment] = [0, false];
  let start = indexOfForm(source, OPENING, 0);
  while (start !== undefined) {
    const end = source[start + 1] === '{' ? endOfOutput(source, start) : endOfTag(source, start);
    if (end === undefined) return;
    const name = tagNameAt(source, start);
    const isHidden = isComment && name !== 'endcomment';
    yield {
      start: isComment ? from : start,
      end,
      isComment: isComment || name === 'comment' || name === '#',
      name: isHidden ? undefined : name,
    };
    isComment = isHidden || name === 'comment';
    from = end;
    start = indexOfForm(source, name === 'raw' ? ENDRAW : OPENING, from);
  }
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Block extends Stretch {
  /** The tag that opens it. */
  readonly name: string | undefined;
  /** What its marks enclose, of which a reader gets one in a condition; of a `case`, first what nobody gets. */
  readonly branches: readonly Stretch[];
  readonly hasElse: boolean;
}

/** Finds the outermost blocks of a source; takes its marks in order. */
function createBlocks() {
  const blocks: Block[] = [];
  let depth = 0;
  let [start, branchStart, name, hasElse] = [0, 0, '', false];
  let branches: Stretch[] = [];
  const endBranch = (mark: Mark) => {
    branches.push({ start: branchStart, end: mark.start });
    branchStart = mark.end;
  };
  return {
    blocks,
    pass(mark: Mark): void {
      const change = depthChange(mark);
      if (depth === 0 && change > 0) {
        [start, branchStart, name, hasElse] = [mark.start, mark.end, mark.name ?? '', false];
        branches = [];
      } else if (depth === 1 && change < 0) {
        endBranch(mark);
        blocks.push({ start, end: mark.end, name, branches, hasElse });
      } else if (depth === 1 && partsBlock(mark)) {
        endBranch(mark);
        hasElse ||= mark.name === 'else';
      }
      depth = Math.max(depth + change, 0);
    },
  };
}

export interface MaskedSource {
  /** The source at its original length, with spaces instead of marks and comments. */
  readonly masked: string;
  /** Where the marks begin that use the variable, in order. */
  readonly uses: readonly number[];
  /** Its outermost blocks, such as conditions, which some readers do not get; in order. */
  readonly blocks: readonly Block[];
}

/**
 * Returns Liquid source without its marks, the marks that use a variable, and the places of blocks, in time linear in its length.
 * `yieldIfBusy` is awaited before each 16 Ki UTF-16 units.
 */
export async function maskLiquid(source: string, variable: string, yieldIfBusy: () => Promise<void>): Promise<MaskedSource> {
  const uses: number[] = [];
  const { blocks, pass } = createBlocks();
  const pieces: string[] = [];
  let kept: string[] = [];
  let [from, due] = [0, 0];
  for (const mark of marksOf(source)) {
    const { start, end, isComment } = mark;
    if (end > due) {
      pieces.push(kept.join(''));
      kept = [];
      due = end + PIECE_LENGTH;
      await yieldIfBusy();
    }
    kept.push(source.slice(from, start), ' '.repeat(end - start));
    if (!isComment && source.slice(start, end).includes(variable)) uses.push(start);
    pass(mark);
    from = end;
  }
  return { masked: pieces.join('') + kept.join('') + source.slice(from), uses, blocks };
}
