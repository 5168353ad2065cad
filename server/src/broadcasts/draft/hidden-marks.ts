import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import type { Tag } from './liquid-tags.ts';
import { type Mark, marksOf } from './mask-liquid.ts';

/** Private-use characters, one of which stands for marks (Unicode, section 23.5). */
const FIRST_SIGN = 0xe000;
const LAST_SIGN = 0xf8ff;

/** Marks processed per turn of the event loop. */
export const MARKS_A_TURN = 1000;

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

/** A hidden part of a source. Each tag has its own number; identical outputs share one. */
export interface HiddenMark extends Tag {
  readonly number: number;
  readonly isTag: boolean;
  /** If it begins a capture: the last mark of it, and all of it as one mark, which like an `assign` is no block. */
  capture?: { readonly last: number; readonly whole: HiddenMark };
}

/** HTML in which each mark is replaced by a sign and a number of fixed width, and the marks by number. */
export interface HiddenMarks {
  readonly html: string;
  readonly sign: string;
  readonly digits: number;
  readonly marks: HiddenMark[];
}

/** Returns a function that takes the tags of a source in order and adds to those that begin a capture what it holds. */
function createCaptures(source: string) {
  const open: { readonly tag: HiddenMark; readonly start: number }[] = [];
  return (tag: HiddenMark, { start, end }: Mark): void => {
    if (tag.name === 'capture') open.push({ tag, start });
    const begun = tag.name === 'endcapture' ? open.pop() : undefined;
    if (begun === undefined) return;
    const whole = { number: begun.tag.number, isTag: true, name: 'assign', text: source.slice(begun.start, end) };
    begun.tag.capture = { last: tag.number, whole };
  };
}

/** Returns HTML without its marks; undefined if no sign is left for them. */
export async function hideMarks(html: string): Promise<HiddenMarks | undefined> {
  const sign = unusedSign(html);
  if (sign === undefined) return undefined;
  const digits = Math.floor(html.length / LEAST_MARK).toString(RADIX).length;
  const marks: HiddenMark[] = [];
  const outputs = new Map<string, number>();
  const passTag = createCaptures(html);
  const pieces: string[] = [];
  let [from, read] = [0, 0];
  for (const mark of marksOf(html)) {
    if (read++ % MARKS_A_TURN === 0) await yieldTurns(1);
    const { start, end, name, isComment } = mark;
    const text = html.slice(start, end);
    const isTag = isComment || text.startsWith('{%');
    const number = (isTag ? undefined : outputs.get(text)) ?? marks.length;
    const hidden = { number, isTag, name: isTag ? name : undefined, text };
    if (number === marks.length) marks.push(hidden);
    if (isTag) passTag(hidden, mark);
    else outputs.set(text, number);
    pieces.push(html.slice(from, start), standInOf(number, { sign, digits }));
    from = end;
  }
  return { html: pieces.join('') + html.slice(from), sign, digits, marks };
}

export const standInOf = (number: number, { sign, digits }: Pick<HiddenMarks, 'sign' | 'digits'>): string =>
  sign + number.toString(RADIX).padStart(digits, '0');

/** Splits HTML or text at its stand-ins: what is before the first, and the number of each with what is behind it. */
export function splitAtMarks(shown: string, { sign, digits }: Pick<HiddenMarks, 'sign' | 'digits'>) {
  const [first = '', ...parts] = shown.split(sign);
  return { first, parts: parts.map((part) => ({ number: Number.parseInt(part.slice(0, digits), RADIX), after: part.slice(digits) })) };
}
