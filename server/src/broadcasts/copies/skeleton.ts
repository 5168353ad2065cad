import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { isBlank } from '../../core/text/is-blank.ts';
import { followHtml, type Surroundings } from './follow-html.ts';
import type { OutputSigns } from './mark-outputs.ts';

/** The signs of a marked source, and one for a value in a skeleton; none of them is in any mail. */
export interface Signs extends OutputSigns {
  readonly value: string;
}

/** HTML with a stand-in for each of its values, which is the same for all readers who get the same branches of it. */
export interface Skeleton {
  readonly html: string;
  /** As they stand in the HTML, by the number in their stand-ins. */
  readonly values: readonly string[];
}

/** Outputs read per turn of the event loop: some 5 ms. */
const OUTPUTS_A_TURN = 5000;

const DIGITS = 4;
const RADIX = 36;
const MOST_VALUES = RADIX ** DIGITS;

export const standInOf = (number: number, { value }: Signs): string => value + number.toString(RADIX).padStart(DIGITS, '0');

const NAMED = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&#34;', '"'],
  ['&#39;', "'"],
]);
const REFERENCE = /&(?:amp|lt|gt|#34|#39);/g;

/** Markup, and white space that HTML, or a text made of it, shows as something else. */
const MARKUP = /[<>"'\t\n\f\r\u200b]| {2}|^ | $/;
/** Where a reference to a character may have begun. */
const IN_REFERENCE = /&#?\w*$/;
const REFERENCE_LENGTH = 40;
/** What the text says of a link to these differs from their value. */
const OTHER_LINK = /^(?:#|mailto:)/i;

/** Whether a value does not change what the HTML around it is, and reads as it is written once its references are resolved. */
function isPlain(value: string, { before, around }: { readonly before: string; readonly around: Surroundings }): boolean {
  if (isBlank(value) || MARKUP.test(value) || value.replaceAll(REFERENCE, '').includes('&')) return false;
  if (around === 'tag' || IN_REFERENCE.test(before)) return false;
  // A comment ends at hyphens.
  return !(around === 'comment' ? value.includes('-') : around === 'quoted attribute' && OTHER_LINK.test(value));
}

/** Returns filled-in HTML split at its signs; undefined if they are not in pairs, as where a value contains one. */
function splitOutputs(html: string, { open, close }: Signs): { first: string; outputs: { value: string; after: string }[] } | undefined {
  const [first = '', ...parts] = html.split(open);
  const outputs: { value: string; after: string }[] = [];
  for (const part of parts) {
    const [value, after, ...more] = part.split(close);
    if (value === undefined || after === undefined || more.length > 0) return undefined;
    outputs.push({ value, after });
  }
  return first.includes(close) ? undefined : { first, outputs };
}

/**
 * Returns the skeleton of filled-in HTML of a marked source. `known`: values with the first numbers. Values that are or contain markup stay
 * in it, as do those that contain a known one.
 */
export async function skeletonOf(html: string, signs: Signs, known: readonly string[]): Promise<Skeleton> {
  const { open, close } = signs;
  const split = splitOutputs(html, signs);
  if (split === undefined) return { html: html.replaceAll(open, '').replaceAll(close, ''), values: known };
  const values = [...known];
  const numbers = new Map(known.map((value, number) => [value, number]));
  const pieces = [split.first];
  let before = split.first.slice(-REFERENCE_LENGTH);
  const followed = followHtml();
  followed.pass(split.first);
  for (const [place, { value, after }] of split.outputs.entries()) {
    if (place % OUTPUTS_A_TURN === OUTPUTS_A_TURN - 1) await yieldTurns(1);
    const isKept =
      !isPlain(value, { before, around: followed.surroundings() }) ||
      (!numbers.has(value) && known.some((each) => each !== '' && value.includes(each)));
    const number = numbers.get(value) ?? values.length;
    if (isKept || number >= MOST_VALUES) {
      followed.pass(value);
      pieces.push(value + after);
    } else {
      if (number === values.length) values.push(value);
      numbers.set(value, number);
      pieces.push(standInOf(number, signs) + after);
    }
    followed.pass(after);
    before = `${before}${pieces.at(-1)}`.slice(-REFERENCE_LENGTH);
  }
  return { html: pieces.join(''), values };
}

/** Returns a value as text: its references are resolved. */
export const textOfValue = (value: string): string => value.replaceAll(REFERENCE, (reference) => NAMED.get(reference) ?? reference);

/** Returns a skeleton, or text made of one, with values in place of its stand-ins. */
export function fillIn(skeleton: string, { value: sign }: Signs, values: readonly string[]): string {
  const [first = '', ...parts] = skeleton.split(sign);
  return first + parts.map((part) => (values[Number.parseInt(part.slice(0, DIGITS), RADIX)] ?? '') + part.slice(DIGITS)).join('');
}
