const OPENING = /\{[{%]/g;
const TAG_NAME = /\{%-?\s*(#|\w+)/y;
const ENDRAW = /\{%\s*endraw\b/g;

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isComment: boolean;
  /** The name of its tag; undefined for an output, and for commented content. */
  readonly name: string | undefined;
}

function indexOfForm(source: string, form: RegExp, from: number): number | undefined {
  form.lastIndex = from;
  return form.exec(source)?.index;
}

/** Returns where an output ends. Braces inside quotes do not end it. */
function endOfOutput(source: string, start: number): number | undefined {
  let quote = '';
  for (let at = start + 2; at < source.length; at += 1) {
    const character = source[at];
    if (quote === '' && character === '}' && source[at + 1] === '}') return at + 2;
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (quote !== '' && character === '\\') at += 1;
    else if (character === quote) quote = '';
  }
  return undefined;
}

function endOfTag(source: string, start: number): number | undefined {
  const end = source.indexOf('%}', start + 2);
  return end < 0 ? undefined : end + 2;
}

function tagNameAt(source: string, start: number): string | undefined {
  TAG_NAME.lastIndex = start;
  return TAG_NAME.exec(source)?.[1];
}

/**
 * Reads the marks of Liquid source up to one that is not closed, which makes the source invalid. The content of a comment belongs to the
 * mark after it, and is read all the same: a comment ends at its tag, not within an output.
 */
export function* marksOf(source: string): Generator<Mark> {
  let [from, isComment] = [0, false];
  let start = indexOfForm(source, OPENING, 0);
  while (start !== undefined) {
    const end = source[start + 1] === '{' ? endOfOutput(source, start) : endOfTag(source, start);
    if (end === undefined) return;
    const name = tagNameAt(source, start);
    const isHidden = isComment && name !== 'endcomment';
    yield {
      start: isComment ? from : start,
      end,
      isComment: isComment || name === 'comment' || name === '#',
      name: isHidden ? undefined : name,
    };
    isComment = isHidden || name === 'comment';
    from = end;
    start = indexOfForm(source, name === 'raw' ? ENDRAW : OPENING, from);
  }
}
