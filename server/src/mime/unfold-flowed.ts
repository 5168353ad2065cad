/** A line of `format=flowed` (RFC 3676): how deep it is quoted, and what it says. */
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

/** A paragraph as it is shown. Own words that begin as a quotation does stay stuffed: they would be taken for one. */
function show({ depth, isStuffed }: FlowedLine, text: string): string {
  const isKept = isStuffed && text !== '' && (depth > 0 || text.startsWith('>'));
  return `${'>'.repeat(depth)}${isKept ? ' ' : ''}${text}`;
}

/** Returns the paragraphs of a text of `format=flowed`, each a line; a quoted one has its marks once, at its head. None is longer than it was. */
export function* unfoldFlowed(flowed: string, deletesSpace: boolean): Iterable<string> {
  let first: FlowedLine | undefined;
  let pieces: string[] = [];
  for (const line of linesOf(flowed)) {
    const parsed = readLine(line);
    const isSignature = parsed.text === SIGNATURE;
    // A paragraph that another depth or a signature breaks off has ended (section 4.5).
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
