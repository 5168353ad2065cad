/** A line of `format=flowed` (RFC 3676): its quote depth and its text. */
interface FlowedLine {
  readonly depth: number;
  readonly isStuffed: boolean;
  readonly text: string;
}

const SIGNATURE = '-- ';

function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
  }
}

function readLine(line: string): FlowedLine {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  const isStuffed = line[depth] === ' ';
  return { depth, isStuffed, text: line.slice(depth + (isStuffed ? 1 : 0)) };
}

/** Returns a paragraph as shown. Own text that begins like a quotation stays stuffed, so that it is not read as one. */
function show({ depth, isStuffed }: FlowedLine, text: string): string {
  const isKept = isStuffed && text !== '' && (depth > 0 || text.startsWith('>'));
  return `${'>'.repeat(depth)}${isKept ? ' ' : ''}${text}`;
}

/**
 * Returns the paragraphs of a `format=flowed` text, one per line; a quoted one has its quote marks once, at the start. None becomes
 * longer.
 */
export function* unfoldFlowed(flowed: string, deletesSpace: boolean): Iterable<string> {
  let first: FlowedLine | undefined;
  let pieces: string[] = [];
  for (const line of linesOf(flowed)) {
    const parsed = readLine(line);
    const isSignature = parsed.text === SIGNATURE;
    // A change of depth or a signature ends a paragraph (section 4.5).
    if (first !== undefined && (first.depth !== parsed.depth || isSignature)) {
      yield show(first, pieces.join(''));
      first = undefined;
      pieces = [];
    }
    first ??= parsed;
    const flows = parsed.text.endsWith(' ') && !isSignature;
    pieces.push(flows && deletesSpace ? parsed.text.slice(0, -1) : parsed.text);
    if (flows) continue;
    yield show(first, pieces.join(''));
    first = undefined;
    pieces = [];
  }
  if (first !== undefined) yield show(first, pieces.join(''));
}
