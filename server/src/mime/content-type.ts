/** How to decode the body of a part. */
export interface PartForm {
  /** The boundary between the parts of a multipart; empty if not declared. */
  readonly boundary: string | null;
  readonly isDigest: boolean;
  readonly hasType: boolean;
  /** Media type in lower case; `text/plain` if not declared. */
  readonly type: string;
  /** In lower case; empty if not declared. */
  readonly charset: string;
  /** RFC 3676; `delsp` if the spaces that fold the text are not part of it. */
  readonly flow: 'fixed' | 'flowed' | 'flowed-delsp';
  readonly encoding: 'base64' | 'quoted-printable' | 'none';
}

const MOST_BOUNDARY = 200;

/** Reads a quoted string from after its opening quote, and returns where it ends. */
function readQuoted(value: string, from: number): { text: string; end: number } {
  let [text, at] = ['', from];
  for (; at < value.length && value[at] !== '"'; at += 1) {
    if (value[at] === '\\') at += 1;
    text += value.charAt(at);
  }
  return { text, end: at + 1 };
}

/** Returns where a comment ends, including nested comments; undefined if it does not. */
function endOfComment(value: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < value.length; at += 1) {
    const sign = value[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Within a value, a parenthesis that does not follow a space is part of it. */
const opensComment = (sign: string, before: string) => sign === '(' && (!before.includes('=') || before.endsWith(' '));

/** Returns the parts of a header's value between semicolons, without quotes and comments (RFC 2045, section 5.1). */
function splitParameters(value: string): string[] {
  let unclosed = value.length;
  const read = (at: number, before: string) => {
    const sign = value.charAt(at);
    if (sign === '"') return readQuoted(value, at + 1);
    if (at >= unclosed || !opensComment(sign, before)) return { text: sign, end: at + 1 };
    const end = endOfComment(value, at);
    if (end === undefined) unclosed = at;
    return end === undefined ? { text: sign, end: at + 1 } : { text: '', end };
  };
  const found: string[] = [];
  let current = '';
  for (let at = 0; at < value.length; ) {
    const { text, end } = read(at, current);
    if (value[at] === ';') {
      found.push(current);
      current = '';
    } else current += text;
    at = end;
  }
  return [...found, current].map((part) => part.trim());
}

/** Sections of a parameter that are read (RFC 2231, section 3). */
const MOST_SECTIONS = 20;

function plainIn(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find(
    (parameter) => parameter.slice(0, name.length).toLowerCase() === name && /^\s*=/.test(parameter.slice(name.length)),
  );
  return found?.slice(found.indexOf('=') + 1).trim();
}

const withoutEscapes = (text: string) =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
/** The charset and the language of an extended value stand before it. */
const withoutCharset = (text: string) => text.replace(/^[^']{0,50}'[^']{0,50}'/, '');

/** Returns a parameter; one that is extended, or in sections, before a plain one, which is for those who know neither (RFC 2231). */
function parameterIn(parameters: readonly string[], name: string): string {
  const extended = plainIn(parameters, `${name}*`);
  if (extended !== undefined) return withoutEscapes(withoutCharset(extended));
  let value = '';
  for (let section = 0; section < MOST_SECTIONS; section += 1) {
    const escaped = plainIn(parameters, `${name}*${section}*`);
    const text =
      escaped === undefined ? plainIn(parameters, `${name}*${section}`) : withoutEscapes(section === 0 ? withoutCharset(escaped) : escaped);
    if (text === undefined) break;
    value += text;
  }
  return value === '' ? (plainIn(parameters, name) ?? '') : value;
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t';

/** Not `trim`, which takes other white space too: a name with a no-break space before it is another header. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Returns the unfolded value of the first header with a name; empty if there is none. */
function valueIn(lines: readonly string[], name: string): string {
  const line = lines.find((given) => trimBlanks(given.slice(0, Math.max(given.indexOf(':'), 0))).toLowerCase() === name);
  return line === undefined ? '' : line.slice(line.indexOf(':') + 1).trim();
}

function flowIn(parameters: readonly string[]): PartForm['flow'] {
  if (parameterIn(parameters, 'format').toLowerCase() !== 'flowed') return 'fixed';
  return parameterIn(parameters, 'delsp').toLowerCase() === 'yes' ? 'flowed-delsp' : 'flowed';
}

/** Returns how to decode the body of a part, from its headers. */
export function readForm(head: Buffer): PartForm {
  const lines = head
    .toString('latin1')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .split('\n');
  const [type = '', ...parameters] = splitParameters(valueIn(lines, 'content-type'));
  const [transfer = ''] = splitParameters(valueIn(lines, 'content-transfer-encoding'));
  const encoding = /[\w-]+/.exec(transfer)?.[0]?.toLowerCase() ?? '';
  const kind = type.toLowerCase();
  return {
    boundary: kind.startsWith('multipart/') ? parameterIn(parameters, 'boundary').slice(0, MOST_BOUNDARY) : null,
    isDigest: kind === 'multipart/digest',
    hasType: type !== '',
    type: kind === '' ? 'text/plain' : kind,
    charset: parameterIn(parameters, 'charset').toLowerCase(),
    flow: flowIn(parameters),
    encoding: encoding.includes('base64') ? 'base64' : encoding.includes('quoted-printable') ? 'quoted-printable' : 'none',
  };
}
