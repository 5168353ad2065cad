const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Depth of the lists and objects that count; a list further inside belongs to an item. */
const DEEPEST_LIST = 3;

/** Counts the values of a JSON text while it arrives, before it is parsed. */
export interface ValueCount {
  read(chunk: Uint8Array): void;
  /** Values so far. */
  values(): number;
  /** Values of the longest list or object near the top. */
  longest(): number;
  /** Deepest nesting of lists and objects. */
  deepest(): number;
  /** Total bytes of the names of all fields. */
  nameBytes(): number;
}

/** Returns the end of the string that contains `from`: the index after its closing quote, or the end of the chunk. */
function endOfString(chunk: Uint8Array, from: number, wasEscaped: boolean): { at: number; closed: boolean; escaped: boolean } {
  let escaped = wasEscaped;
  let start = from;
  for (;;) {
    const quote = chunk.indexOf(QUOTE, start);
    const end = quote < 0 ? chunk.length : quote;
    let slashes = end;
    while (slashes > start && chunk[slashes - 1] === BACKSLASH) slashes -= 1;
    // A backslash escapes the next byte, so an odd run of them escapes the quote; those at the end of the last chunk count too.
    const run = end - slashes + (slashes === start && escaped ? 1 : 0);
    escaped = run % 2 === 1;
    if (quote < 0) return { at: end, closed: false, escaped };
    start = quote + 1;
    if (!escaped) return { at: start, closed: true, escaped: false };
    escaped = false;
  }
}

/** Creates a counter, in one pass over the bytes. For a text that is not JSON its figures mean nothing. */
export function createValueCount(): ValueCount {
  let [values, longest, depth, deepest] = [0, 0, 0, 0];
  let [inString, escaped] = [false, false];
  let [stringBytes, nameBytes] = [0, 0];
  const items = new Array<number>(DEEPEST_LIST + 1).fill(0);

  function add(): void {
    values += 1;
    if (depth > DEEPEST_LIST) return;
    const count = (items[depth] ?? 0) + 1;
    items[depth] = count;
    longest = Math.max(longest, count);
  }

  function open(): void {
    values += 1;
    depth += 1;
    deepest = Math.max(deepest, depth);
    // A list with one comma has two items.
    if (depth <= DEEPEST_LIST) items[depth] = 1;
  }

  function leaveString(chunk: Uint8Array, from: number): number {
    const end = endOfString(chunk, from, escaped);
    inString = !end.closed;
    escaped = end.escaped;
    stringBytes += end.at - from - (end.closed ? 1 : 0);
    return end.at;
  }

  function openString(): void {
    inString = true;
    stringBytes = 0;
  }

  function countByte(byte: number | undefined): void {
    if (byte === QUOTE) openString();
    else if (byte === COLON) nameBytes += stringBytes;
    else if (byte === COMMA) add();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open();
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }

  return {
    read(chunk) {
      let at = 0;
      while (at < chunk.length) {
        if (inString) at = leaveString(chunk, at);
        else {
          countByte(chunk[at]);
          at += 1;
        }
      }
    },
    values: () => values,
    longest: () => longest,
    deepest: () => deepest,
    nameBytes: () => nameBytes,
  };
}
