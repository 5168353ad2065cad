import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { findComments } from './find-comments.ts';
import { isBalanced, setsVariable, writesByItself } from './liquid-tags.ts';
import { type Mark, marksOf } from './mask-liquid.ts';

/** Private-use characters, one of which stands for marks (Unicode, section 23.5). */
const FIRST_SIGN = 0xe000;
const LAST_SIGN = 0xf8ff;

/** Marks processed per turn of the event loop. */
const MARKS_A_TURN = 1000;

const RADIX = 36;
const LEAST_MARK = '{{}}'.length;

/** A numeric reference to a private-use character, and to a few others. */
const REFERENCE = /&#(?:x0*([ef][0-9a-f]{3})|0*([56]\d{4}))/gi;

/** Returns a private-use character that the HTML neither contains nor refers to, as icon fonts do; undefined if it has them all. */
function unusedSign(html: string): string | undefined {
  const used = new Set<number>();
  for (const [, hex, decimal] of html.matchAll(REFERENCE)) used.add(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code >= FIRST_SIGN && code <= LAST_SIGN) used.add(code);
  }
  for (let code = FIRST_SIGN; code <= LAST_SIGN; code += 1) if (!used.has(code)) return String.fromCharCode(code);
  return undefined;
}

/** Hidden parts of a source, by number. Each tag has its own number; identical outputs share one. */
interface HiddenMark {
  readonly text: string;
  readonly tag: Pick<Mark, 'name'> | undefined;
}

/** Returns HTML in which each mark is replaced by a sign and a number of fixed width, and the marks by number. */
async function hideMarks(html: string, sign: string, digits: number) {
  const marks: HiddenMark[] = [];
  const outputs = new Map<string, number>();
  const pieces: string[] = [];
  let [from, read] = [0, 0];
  for (const { start, end, name, isComment } of marksOf(html)) {
    if (read++ % MARKS_A_TURN === 0) await yieldTurns(1);
    const text = html.slice(start, end);
    const tag = isComment || text.startsWith('{%') ? { name } : undefined;
    const number = (tag === undefined ? outputs.get(text) : undefined) ?? marks.length;
    if (number === marks.length) marks.push({ text, tag });
    if (tag === undefined) outputs.set(text, number);
    pieces.push(html.slice(from, start), sign + number.toString(RADIX).padStart(digits, '0'));
    from = end;
  }
  return { hidden: pieces.join('') + html.slice(from), marks };
}

/** Returns those of the tags that do not become text which the text needs all the same. */
function neededOf(lost: readonly HiddenMark[]): readonly HiddenMark[] {
  const tags = lost.map((mark) => ({ mark, text: mark.text, name: mark.tag?.name }));
  if (!tags.some(setsVariable) && isBalanced(tags)) return [];
  return tags.filter((tag) => !writesByItself(tag)).map(({ mark }) => mark);
}

interface Hidden {
  readonly sign: string;
  readonly digits: number;
  readonly marks: readonly HiddenMark[];
}

/** Returns the stand-ins in a comment of HTML that the text needs: of a comment, nothing becomes text. */
function neededOfComment(comment: string, { sign, digits, marks }: Hidden): string {
  const parts = comment.split(sign).slice(1);
  const standIns = new Map<HiddenMark, string>();
  for (const part of parts) {
    const mark = marks[Number.parseInt(part.slice(0, digits), RADIX)];
    if (mark?.tag !== undefined) standIns.set(mark, sign + part.slice(0, digits));
  }
  return neededOf([...standIns.keys()])
    .map((mark) => standIns.get(mark))
    .join('');
}

/**
 * Returns HTML with stand-ins that the text needs behind the comments that contain them: what stands between two such comments is for some
 * readers only. Authors put tags there so that editors leave them in place, within tables above all.
 */
async function takeOutOfComments(html: string, hidden: Hidden): Promise<string> {
  const pieces: string[] = [];
  let from = 0;
  for (const [number, { start, end }] of (await findComments(html)).entries()) {
    if (number % MARKS_A_TURN === 0) await yieldTurns(1);
    pieces.push(html.slice(from, end), neededOfComment(html.slice(start, end), hidden));
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
    if (isBalanced(run.map((number) => ({ text: marks[number]?.text ?? '', name: marks[number]?.tag?.name }))))
      for (const number of run) moved.add(number);
    run = [];
  };
  for (const [place, number] of numbers.entries()) {
    if (place % MARKS_A_TURN === 0) await yieldTurns(1);
    if (marks[number]?.tag === undefined) continue;
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
    if (mark.tag === undefined || moved.has(number)) continue;
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
async function showMarks(text: string, { sign, digits, marks }: Hidden): Promise<string> {
  const parts = text.split(sign);
  const numbers = parts.slice(1).map((part) => Number.parseInt(part.slice(0, digits), RADIX));
  const shown = await findShown(marks, numbers);
  const needed = await findNeeded(marks, shown);
  let before = parts[0] ?? '';
  let whole = (needed.get(-1) ?? '') + before;
  for (let place = 1; place < parts.length; place += 1) {
    if (place % MARKS_A_TURN === 1) await yieldTurns(1);
    const part = parts[place] ?? '';
    const number = numbers[place - 1] ?? -1;
    const after = part.slice(digits);
    const mark = marks[number];
    const isShown = mark?.tag === undefined || shown.inOrder.has(number) || shown.moved.has(number);
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
  const sign = unusedSign(html);
  if (sign === undefined) return toText(html);
  const digits = Math.floor(html.length / LEAST_MARK).toString(RADIX).length;
  const { hidden, marks } = await hideMarks(html, sign, digits);
  const shown = await takeOutOfComments(hidden, { sign, digits, marks });
  return showMarks(await toText(shown), { sign, digits, marks });
}
