import type { Delimiter } from '@posthorn/contract';

const isLineEnd = (character: string | undefined) => character === '\n' || character === '\r';

/** Returns where a quoted cell ends, after its last quote; the end of the text if it is not closed. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at + 1;
  }
}

function endOfPlain(text: string, start: number, delimiter: Delimiter): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at += 1;
  return at;
}

const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, cell.endsWith('"') ? -1 : undefined).replaceAll('""', '"') : cell);

/** Yields the rows of a file (RFC 4180, any line ending), skipping empty lines. */
export function* readCsv(text: string, delimiter: Delimiter): Generator<readonly string[], void, undefined> {
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : at;
    const end = endOfPlain(text, quoted, delimiter);
    row.push(unquote(text.slice(at, end)));
    at = end + 1;
    if (end < text.length && text[end] === delimiter) {
      // What follows the last delimiter of the file is a cell too.
      if (at === text.length) row.push('');
      else continue;
    }
    if (row.length > 1 || row[0] !== '') yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
