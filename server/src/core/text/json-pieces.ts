/** Levels of nesting within which a value is cut into pieces; what lies deeper is written at once. */
const MOST_LEVELS = 200;
/** Characters of a text that are written at a stretch. */
const PIECE_LENGTH = 128 * 1024;

/** Characters of the texts in a value, counted no further than that they are more than `most`. */
function lengthOfTexts(value: unknown, most: number, level = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return 1;
  let length = 1;
  for (const name in value) {
    length += name.length + lengthOfTexts((value as Record<string, unknown>)[name], most, level + 1);
    if (length > most) return length;
  }
  return length;
}

/** Returns whether the texts in a value have 128 Ki UTF-16 units at most together, each other value counted as one: its JSON is then written at once. */
export const isSmall = (value: unknown): boolean => lengthOfTexts(value, PIECE_LENGTH) <= PIECE_LENGTH;

/** A long text in pieces that lead to the same JSON as the whole: between the halves of a character there is no cut. */
function* cutText(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_LENGTH;
    const isInside = text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff;
    const cut = isInside ? end + 1 : end;
    yield text.slice(start, cut);
    start = cut;
  }
}

function* writeText(text: string): Generator<string> {
  yield '"';
  for (const piece of cutText(text)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

function* writeEach<T>(items: readonly T[], [open, close]: string, writeItem: (item: T) => Generator<string>): Generator<string> {
  let sign = open ?? '';
  for (const item of items) {
    yield sign;
    yield* writeItem(item);
    sign = ',';
  }
  yield close ?? '';
}

export interface JsonWriter {
  /** Writes what is small. */
  readonly write: (value: unknown) => string | undefined;
  /** Puts the fields of an object into the order in which they are written. */
  readonly order?: (fields: [string, unknown][]) => [string, unknown][];
}

/** Yields the JSON of a value in pieces, which joined are what `writer.write` returns. A piece is a value with 128 Ki UTF-16 units of text at most, or a part of a longer text. */
export function* jsonPieces(value: unknown, writer: JsonWriter, level = 0): Generator<string> {
  const { write, order = (fields) => fields } = writer;
  if (level > MOST_LEVELS || isSmall(value)) yield write(value) ?? 'null';
  else if (typeof value === 'string') yield* writeText(value);
  else if (Array.isArray(value)) yield* writeEach(value, '[]', (item) => jsonPieces(item, writer, level + 1));
  else {
    // Safe because what is neither text nor list and long is an object.
    const fields = Object.entries(value as object).filter(([, item]) => item !== undefined);
    yield* writeEach(order(fields), '{}', function* ([name, item]) {
      yield `${JSON.stringify(name)}:`;
      yield* jsonPieces(item, writer, level + 1);
    });
  }
}
