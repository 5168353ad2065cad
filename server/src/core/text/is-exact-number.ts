const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;
/** Decimals of up to so many digits are each a double of their own (IEEE 754). */
const EXACT_DIGITS = 15;

/** Returns whether two decimals are the same number, digit by digit. */
function areSame(left: string, right: string): boolean {
  const [one = '', other = ''] = [left, right].map((decimal) => decimal.split('.')[1] ?? '');
  const scaled = (decimal: string, part: string) =>
    BigInt(decimal.replace('.', '') + '0'.repeat(Math.max(one.length, other.length) - part.length));
  return scaled(left, one) === scaled(right, other);
}

/**
 * Returns whether a text is a number that JavaScript keeps, and not one that is rounded to another: a decimal of up to 30 digits
 * before the point and after it, or what JavaScript writes itself, such as `1e+21`.
 */
export function isExactNumber(text: string): boolean {
  const shown = String(Number(text));
  if (!DECIMAL.test(text)) return text === shown && Number.isFinite(Number(text));
  return text.replaceAll(/\D/g, '').length <= EXACT_DIGITS || (DECIMAL.test(shown) && areSame(text, shown));
}
