import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { marksOf } from './mask-liquid.ts';

/** Characters for private use, of which one stands for marks (Unicode, section 23.5). */
const FIRST_SIGN = 0xe000;
const LAST_SIGN = 0xf8ff;

/** Marks between two turns of the event loop. */
const MARKS_A_TURN = 1000;

/** Returns the numbers of the characters that HTML refers to by number. */
const referredTo = (html: string) =>
  Array.from(html.matchAll(/&#(?:x([0-9a-f]+)|(\d+))/gi), ([, hex, decimal]) =>
    hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
  );

/** Returns a character that HTML has nowhere, nor refers to, as icons do; undefined where it has them all. */
function unusedSign(html: string): string | undefined {
  const isSign = (code: number) => code >= FIRST_SIGN && code <= LAST_SIGN;
  const referred = referredTo(html).filter(isSign);
  const used = new Set([...(html.match(/[\ue000-\uf8ff]/g) ?? []), ...referred.map((code) => String.fromCharCode(code))]);
  for (let code = FIRST_SIGN; code <= LAST_SIGN; code += 1) {
    const sign = String.fromCharCode(code);
    if (!used.has(sign)) return sign;
  }
  return undefined;
}

/** Marks by what they say, each with its number. */
async function numberMarks(html: string) {
  const numbers = new Map<string, number>();
  const places: { readonly start: number; readonly end: number; readonly number: number }[] = [];
  for (const { start, end } of marksOf(html)) {
    if (places.length % MARKS_A_TURN === 0) await yieldTurns(1);
    const mark = html.slice(start, end);
    const number = numbers.get(mark) ?? numbers.size;
    numbers.set(mark, number);
    places.push({ start, end, number });
  }
  return { marks: [...numbers.keys()], places };
}

/**
 * Returns the text part of HTML that is Liquid, as `toText` makes it of HTML alone. It does not see the marks: a tag would end at the `>`
 * of one, and what is between quotes in another would be read as tags. What stands for marks that say the same is the same, and shorter.
 */
export async function textOfLiquid(html: string, toText: (html: string) => Promise<string>): Promise<string> {
  const sign = unusedSign(html);
  if (sign === undefined) return toText(html);
  const { marks, places } = await numberMarks(html);
  if (marks.length === 0) return toText(html);
  const width = marks.length.toString(36).length;
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, number } of places) {
    pieces.push(html.slice(from, start), sign, number.toString(36).padStart(width, '0'));
    from = end;
  }
  const text = await toText(pieces.join('') + html.slice(from));
  const [beginning = '', ...others] = text.split(sign);
  return beginning + others.map((part) => (marks[Number.parseInt(part.slice(0, width), 36)] ?? '') + part.slice(width)).join('');
}
