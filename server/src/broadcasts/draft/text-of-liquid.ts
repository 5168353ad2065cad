import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { findComments } from './find-comments.ts';
import { type HiddenMark, type HiddenMarks, hideMarks, MARKS_A_TURN, splitAtMarks, standInOf } from './hidden-marks.ts';
import { isBalanced, setsVariable, writesByItself } from './liquid-tags.ts';

/**
 * Returns those of these tags, in order, that the text needs though they do not become text. A capture that ends among them is one mark with
 * all that it holds.
 */
function neededOf(lost: readonly HiddenMark[]): readonly HiddenMark[] {
  if (!lost.some(setsVariable) && isBalanced(lost)) return [];
  const end = lost.at(-1)?.number ?? -1;
  const needed: HiddenMark[] = [];
  let held = -1;
  for (const mark of lost) {
    const { number, capture } = mark;
    if (number <= held) continue;
    if (capture !== undefined && capture.last <= end) {
      needed.push(capture.whole);
      held = capture.last;
    } else if (!writesByItself(mark)) needed.push(mark);
  }
  return needed;
}

/**
 * Returns the stand-ins in a comment of HTML that the text needs: of a comment, nothing becomes text. That of a capture stands for all that
 * it holds from then on.
 */
function takeNeeded(comment: string, hidden: HiddenMarks): string {
  const { marks } = hidden;
  const numbers = new Set(splitAtMarks(comment, hidden).parts.map(({ number }) => number));
  const needed = neededOf([...numbers].flatMap((number) => marks[number] ?? []).filter(({ isTag }) => isTag));
  for (const mark of needed) {
    const { number } = mark;
    const last = mark === marks[number] ? number : (marks[number]?.capture?.last ?? number);
    marks[number] = mark;
    for (const held of marks.slice(number + 1, last + 1)) marks[held.number] = { ...held, isTag: false };
  }
  return needed.map(({ number }) => standInOf(number, hidden)).join('');
}

/**
 * Returns HTML with stand-ins that the text needs behind the comments that contain them: what stands between two such comments is for some
 * readers only. Authors put tags there so that editors leave them in place, within tables above all.
 */
async function takeOutOfComments(hidden: HiddenMarks): Promise<string> {
  const { html } = hidden;
  const pieces: string[] = [];
  let from = 0;
  for (const [number, { start, end }] of (await findComments(html)).entries()) {
    if (number % MARKS_A_TURN === 0) await yieldTurns(1);
    pieces.push(html.slice(from, end), takeNeeded(html.slice(start, end), hidden));
    from = end;
  }
  return pieces.join('') + html.slice(from);
}

interface ShownTags {
  /** Those that the text has in the order of the source. */
  readonly inOrder: ReadonlySet<number>;
  /** Those of whole blocks that the text has later than the source, such as in the address of a link. */
  readonly moved: ReadonlySet<number>;
}

/** Returns which tags the text shows, of these numbers of its marks. A block of which only a part is moved is not shown there. */
async function findShown(marks: readonly HiddenMark[], numbers: readonly number[]): Promise<ShownTags> {
  const [inOrder, moved] = [new Set<number>(), new Set<number>()];
  let [last, run]: [number, number[]] = [-1, []];
  const settle = () => {
    if (isBalanced(run.flatMap((number) => marks[number] ?? []))) for (const number of run) moved.add(number);
    run = [];
  };
  for (const [place, number] of numbers.entries()) {
    if (place % MARKS_A_TURN === 0) await yieldTurns(1);
    if (marks[number]?.isTag !== true) continue;
    if (number < last) {
      run.push(number);
      continue;
    }
    settle();
    inOrder.add(number);
    last = number;
  }
  settle();
  return { inOrder, moved };
}

/**
 * Returns, by number, what to write after a tag: the tags that followed it in the source where they do not become text, such as those in
 * attributes. Number -1 has what to write first.
 */
async function findNeeded(marks: readonly HiddenMark[], { inOrder, moved }: ShownTags): Promise<Map<number, string>> {
  const needed = new Map<number, string>();
  let [last, lost]: [number, HiddenMark[]] = [-1, []];
  const settle = () => {
    if (lost.length > 0)
      needed.set(
        last,
        neededOf(lost)
          .map(({ text }) => text)
          .join(''),
      );
    lost = [];
  };
  for (const [number, mark] of marks.entries()) {
    if (number % MARKS_A_TURN === 0) await yieldTurns(1);
    if (!mark.isTag || moved.has(number)) continue;
    if (!inOrder.has(number)) {
      lost.push(mark);
      continue;
    }
    settle();
    last = number;
  }
  settle();
  return needed;
}

const TRIMS_BEFORE = /^\{([{%])-/;
const TRIMS_AFTER = /-([%}])\}$/;

/** Returns marks that leave the line breaks beside them: those are the text's, and what is trimmed of HTML is between its tags. */
function keepBreaks(marks: string, { before, after }: { before: string; after: string }): string {
  const kept = before.endsWith('\n') ? marks.replace(TRIMS_BEFORE, '{$1') : marks;
  return after.startsWith('\n') ? kept.replace(TRIMS_AFTER, '$1}') : kept;
}

/** Returns text with its marks again. */
async function showMarks(text: string, hidden: HiddenMarks): Promise<string> {
  const { marks } = hidden;
  const { first, parts } = splitAtMarks(text, hidden);
  const shown = await findShown(
    marks,
    parts.map(({ number }) => number),
  );
  const needed = await findNeeded(marks, shown);
  let before = first;
  let whole = (needed.get(-1) ?? '') + before;
  for (const [place, { number, after }] of parts.entries()) {
    if (place % MARKS_A_TURN === 0) await yieldTurns(1);
    const mark = marks[number];
    const isShown = mark?.isTag !== true || shown.inOrder.has(number) || shown.moved.has(number);
    whole += keepBreaks((isShown ? (mark?.text ?? '') : '') + (needed.get(number) ?? ''), { before, after }) + after;
    before = after;
  }
  return whole;
}

/**
 * Returns the text part of HTML with Liquid, as `toText` makes it of plain HTML. `toText` does not see the marks: a tag would end at a
 * `>` in one, and quoted content of another would be read as tags. Identical outputs share one stand-in, which keeps the HTML short.
 */
export async function textOfLiquid(html: string, toText: (html: string) => Promise<string>): Promise<string> {
  const hidden = await hideMarks(html);
  if (hidden === undefined) return toText(html);
  return showMarks(await toText(await takeOutOfComments(hidden)), hidden);
}
