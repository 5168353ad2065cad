import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { marksOf } from './mask-liquid.ts';

/** Characters for private use, of which one stands for marks (Unicode, section 23.5). */
const FIRST_SIGN = 0xe000;
const LAST_SIGN = 0xf8ff;

/** Pieces, of which a mark makes two, between two turns of the event loop. */
const PIECES_A_TURN = 2000;

const RADIX = 36;
const LEAST_MARK = '{{}}'.length;

/** Returns the numbers of the characters that HTML refers to by number. */
const referredTo = (html: string) =>
  Array.from(html.matchAll(/&#(?:x([0-9a-f]+)|(\d+))/gi), ([, hex, decimal]) =>
    hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
  );

/** Returns a character that HTML has nowhere, nor refers to, as icons do; undefined where it has them all. */
function unusedSign(html: string): string | undefined {
  const used = new Set(referredTo(html));
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code >= FIRST_SIGN && code <= LAST_SIGN) used.add(code);
  }
  for (let code = FIRST_SIGN; code <= LAST_SIGN; code += 1) if (!used.has(code)) return String.fromCharCode(code);
  return undefined;
}

/** Returns HTML with a sign and a number of as many digits in the place of each mark, and the marks by their numbers. */
async function hideMarks(html: string, sign: string, digits: number) {
  const numbers = new Map<string, number>();
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of marksOf(html)) {
    if (pieces.length % PIECES_A_TURN === 0) await yieldTurns(1);
    const mark = html.slice(start, end);
    const number = numbers.get(mark) ?? numbers.size;
    numbers.set(mark, number);
    pieces.push(html.slice(from, start), sign + number.toString(RADIX).padStart(digits, '0'));
    from = end;
  }
  return { hidden: pieces.join('') + html.slice(from), marks: [...numbers.keys()] };
}

/**
 * Returns the text part of HTML that is Liquid, as `toText` makes it of HTML alone. It does not see the marks: a tag would end at the `>`
 * of one, and what is between quotes in another would be read as tags. What stands for marks that say the same is the same, and shorter.
 */
export async function textOfLiquid(html: string, toText: (html: string) => Promise<string>): Promise<string> {
  const sign = unusedSign(html);
  if (sign === undefined) return toText(html);
  const digits = Math.floor(html.length / LEAST_MARK).toString(RADIX).length;
  const { hidden, marks } = await hideMarks(html, sign, digits);
  const [beginning = '', ...others] = (await toText(hidden)).split(sign);
  return beginning + others.map((part) => (marks[Number.parseInt(part.slice(0, digits), RADIX)] ?? '') + part.slice(digits)).join('');
}
