import { isBlank } from '../../core/text/is-blank.ts';
import { COMMENT_END, COMMENT_START, findComments, findStateAtEnd } from './find-comments.ts';
import { findPlaces } from './find-places.ts';
import type { Block, MaskedSource } from './mask-liquid.ts';

/** A place in HTML for something that readers do not get otherwise. */
export interface Insertion {
  readonly at: number;
  /** What has to be inserted in front of it. */
  readonly before: string;
  /** What has to be inserted behind it. */
  readonly after: string;
}

const ELSE = '{% else %}';
const toStart = (at: number): Insertion => ({ at, before: '', after: '' });
const withinComment = (at: number): Insertion => ({ at, before: COMMENT_END, after: COMMENT_START });

/** Tags of blocks of which a reader gets one branch. */
const CONDITIONS: readonly (string | undefined)[] = ['if', 'unless', 'case'];
/** The most branches that are looked at; no mail is written in more languages. */
const MOST_BRANCHES = 20;
/** The most readers whose HTML is looked at for all places together, unless that is less than two for each. */
const MOST_READERS = 60;

const holds = ({ start, end }: Pick<Block, 'start' | 'end'>, places: readonly number[]) => places.some((at) => start < at && at <= end);
const branchesOf = ({ name, branches }: Block) => (name === 'case' ? branches.slice(1) : branches);

/** Returns how many kinds of readers a block has: one for each branch, and those who get none. */
const kindsOf = (block: Block) =>
  block.name === 'capture' || block.name === 'raw' ? 1 : branchesOf(block).length + (block.hasElse ? 0 : 1);

/** Returns what readers of one kind get of a block; with more kinds asked for than it has, the last. */
function partOf(masked: string, block: Block, kind: number): string {
  if (block.name === 'capture') return '';
  const branch = branchesOf(block)[Math.min(kind, kindsOf(block) - 1)];
  return branch === undefined ? '' : masked.slice(branch.start, branch.end);
}

/** Returns what a reader gets in front of a place, whose kind `kindFor` returns for each block that ends there. */
function htmlBefore({ masked, blocks }: MaskedSource, at: number, kindFor: (block: Block) => number): string {
  const pieces: string[] = [];
  let from = 0;
  for (const block of blocks) {
    if (at <= block.start) break;
    pieces.push(masked.slice(from, block.start));
    from = block.end;
    if (at < block.end) from = block.branches.find(({ start, end }) => start <= at && at <= end)?.start ?? at;
    else pieces.push(partOf(masked, block, kindFor(block)));
  }
  return pieces.join('') + masked.slice(from, at);
}

/** Returns where the copies begin of readers who get a branch without a start. `isCommented`: it begins within a comment. */
async function findBranchStart(
  source: MaskedSource,
  { start, end }: Pick<Block, 'start' | 'end'>,
  isCommented: boolean,
): Promise<Insertion> {
  const branch = source.masked.slice(start, end);
  const close = isCommented ? branch.indexOf(COMMENT_END) : 0;
  if (close < 0) return withinComment(start);
  const first = isCommented ? close + COMMENT_END.length : 0;
  const before = htmlBefore(source, start, () => 0);
  const { starts } = await findPlaces(before + branch, []);
  return toStart(start + (starts.map((at) => at - before.length).find((at) => at > first) ?? first));
}

/** Returns these starts and where the copies of those begin who get another branch of a condition than one that has a start. */
async function findOtherStarts(html: string, source: MaskedSource, starts: readonly number[]): Promise<Insertion[]> {
  const found = starts.map(toStart);
  const [holder, ...others] = source.blocks.filter((block) => holds(block, starts));
  // With several, a reader may get a start of each.
  if (holder === undefined || others.length > 0 || !CONDITIONS.includes(holder.name)) return found;
  const isAll = isBlank(html.slice(0, holder.start)) && isBlank(html.slice(holder.end));
  const isCommented = (await findComments(source.masked)).some(({ start, end }) => start < holder.start && holder.start < end);
  const branches = branchesOf(holder);
  const without = branches.filter(({ start, end }) => !holds({ start, end }, starts) && !(isAll && isBlank(html.slice(start, end))));
  for (const branch of without.slice(0, MOST_BRANCHES)) found.push(await findBranchStart(source, branch, isCommented));
  const last = branches.at(-1);
  if (last !== undefined && !holder.hasElse && !isAll) {
    const place = isCommented ? withinComment(last.end) : toStart(last.end);
    found.push({ ...place, before: ELSE + place.before });
  }
  return found.sort((a, b) => a.at - b.at);
}

/**
 * Returns for each reader to look at which kind of each block he is: all combinations if these are not too many, or else those who are the
 * first kind of every block, the second, and so on. Blocks that begin with the same tag, as written, share their condition.
 */
function readersOf(html: string, blocks: readonly Block[], most: number): ((block: Block) => number)[] {
  const tagOf = ({ start, branches }: Block) => html.slice(start, branches[0]?.start);
  const counts = new Map<string, number>();
  for (const block of blocks) counts.set(tagOf(block), Math.max(counts.get(tagOf(block)) ?? 1, kindsOf(block)));
  const combinations = [...counts.values()].reduce((product, count) => product * count, 1);
  const widest = [...counts.values()].reduce((widest, count) => Math.max(widest, count), 1);
  if (combinations > most) return Array.from({ length: Math.min(widest, most) }, (_, number) => () => number);
  return Array.from({ length: combinations }, (_, number) => {
    const kinds = new Map<string, number>();
    let rest = number;
    for (const [tag, count] of counts) {
      kinds.set(tag, rest % count);
      rest = Math.floor(rest / count);
    }
    return (block) => kinds.get(tagOf(block)) ?? 0;
  });
}

/** Returns whether readers would see what is inserted at a place, and their mail stay as it is. */
async function isSafe(html: string, source: MaskedSource, { at, before }: Insertion, mostReaders: number): Promise<boolean> {
  // Those of an added `else` get nothing of its block.
  const end = before.startsWith(ELSE) ? (source.blocks.find((block) => holds(block, [at]))?.start ?? at) : at;
  const state = before.endsWith(COMMENT_END) ? 'comment' : 'text';
  const ended = source.blocks.filter((block) => block.end <= end);
  for (const kindFor of readersOf(html, ended, mostReaders))
    if ((await findStateAtEnd(htmlBefore(source, end, kindFor))) !== state) return false;
  return true;
}

/** Returns whether readers would see what is inserted here, and their mail stay as it is. */
export const isInText = (html: string, source: MaskedSource, at: number): Promise<boolean> =>
  isSafe(html, source, toStart(at), MOST_BRANCHES);

/**
 * Returns places in order, one of which is where a reader's copy begins; none for readers in whose copy that would be within a tag, a title
 * or the like. `starts`: the starts of the whole source without its Liquid.
 */
export async function findStarts(html: string, source: MaskedSource, starts: readonly number[]): Promise<readonly Insertion[]> {
  const everybodys = starts.findIndex((at) => !source.blocks.some(({ start, end }) => start < at && at < end));
  const places = everybodys < 0 ? await findOtherStarts(html, source, starts) : starts.slice(0, everybodys + 1).map(toStart);
  const mostReaders = Math.max(2, Math.floor(MOST_READERS / places.length));
  const safe: Insertion[] = [];
  for (const place of places) if (await isSafe(html, source, place, mostReaders)) safe.push(place);
  return safe;
}
