const PREFIX = 'xn--';
const MOST_LETTERS = 59;

/**
 * Returns the bias for the next number after one of this size (RFC 3492, section 6.1).
 * @param {number} given
 * @param {number} length of the text so far
 * @param {boolean} isFirst
 */
function adapt(given, length, isFirst) {
  const halved = Math.floor(given / (isFirst ? 700 : 2));
  let [delta, bias] = [halved + Math.floor(halved / length), 0];
  for (; delta > 455; bias += 36) delta = Math.floor(delta / 35);
  return bias + Math.floor((36 * delta) / (delta + 38));
}

/**
 * Returns the value of a digit: letters count from 0, digits from 26, and `parseInt` has them the other way round.
 * @param {string} digit
 */
const readDigit = (digit) => (Number.parseInt(digit, 36) + 26) % 36;

/**
 * Returns the text of a Punycode label without its prefix (RFC 3492, section 6.2); undefined if it has none.
 * @param {string} code
 */
function decodePunycode(code) {
  const end = code.lastIndexOf('-');
  const text = [...code.slice(0, Math.max(end, 0))];
  let [point, place, bias, at] = [128, 0, 72, end + 1];
  while (at < code.length) {
    const [before, isFirst] = [place, at === end + 1];
    let [value, threshold] = [1, 0];
    for (let [weight, k] = [1, 36]; value >= threshold; k += 36) {
      value = readDigit(code[at] ?? '');
      at += 1;
      place += value * weight;
      threshold = Math.min(Math.max(k - bias, 1), 26);
      weight *= 36 - threshold;
    }
    const length = text.length + 1;
    bias = adapt(place - before, length, isFirst);
    point += Math.floor(place / length);
    // Also if a digit was none.
    if (!(point <= 0x10ffff)) return undefined;
    place %= length;
    text.splice(place, 0, String.fromCodePoint(point));
    place += 1;
  }
  return text.join('');
}

/** Labels of one script each; other scripts, and labels that mix them, stay as they are. */
const SCRIPTS = [
  /^[\d\-a-z\u00df-\u00f6\u00f8-\u0130\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e]+$/,
  /^[\d\-\p{sc=Grek}]+$/u,
  /^[\d\-\p{sc=Cyrl}]+$/u,
  /^[\d\-\p{scx=Arab}]+$/u,
  /^[\d\-\p{sc=Hebr}]+$/u,
  /^[\d\-\p{scx=Deva}]+$/u,
  /^[\d\-\p{sc=Thai}]+$/u,
  /^[\d\-\p{sc=Hang}]+$/u,
  /^[\d\-\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+$/u,
];

/** Letters of Greek and Cyrillic that look like Latin ones: a label of nothing else reads as another name. */
const LOOKALIKES = /^[\d\-αικνρυωηοτасԁеһіјӏорԛѕԝхуъьҽпгѵѡ]+$/u;

/**
 * @param {string} label
 * @param {boolean} isInAscii whether the top-level domain is
 */
function readableLabel(label, isInAscii) {
  if (!label.startsWith(PREFIX) || label.length - PREFIX.length > MOST_LETTERS) return label;
  const text = decodePunycode(label.slice(PREFIX.length));
  if (text === undefined || !SCRIPTS.some((script) => script.test(text))) return label;
  if (isInAscii && LOOKALIKES.test(text)) return label;
  // Whatever is not the one spelling of this label is not shown as if it were.
  const url = `http://${text}`;
  return URL.canParse(url) && new URL(url).hostname === label ? text : label;
}

/**
 * Returns a domain name as people write it. Labels that could be taken for others stay in Punycode, as in browsers: those that mix
 * scripts, and those of letters that look like Latin ones, unless the top-level domain is not Latin either.
 * @param {string} domain
 */
export function readableDomain(domain) {
  const lower = domain.toLowerCase();
  if (!lower.includes(PREFIX)) return domain;
  const labels = lower.split('.');
  const isInAscii = !labels.findLast((label) => label !== '')?.startsWith(PREFIX);
  return labels.map((label) => readableLabel(label, isInAscii)).join('.');
}

/**
 * Returns text with the domains of the addresses in it as people write them.
 * @param {string} text
 */
export const readableAddresses = (text) => text.replaceAll(/(?<=@)[\w.-]+/g, readableDomain);
