import { tokenize } from '../../core/text/tokenize-html.ts';

const MAX_DEPTH = 100;
const MAX_INDENTS = 8;
const MAX_TAGS = 20_000;

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const indenting = new Set(['blockquote', 'ol', 'ul']);

/** Elements whose end tag may be left out, with those that the next one ends. */
const ends: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
};

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly closes: boolean;
}

/** Returns tags as the library sees them: not those in comments, styles and scripts. */
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  let opening = { start: 0, name: '' };
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const endOpening = (end: number) => tags.push({ ...opening, end: end + 1, closes: false });
  tokenize(html, {
    onopentagname: (start, end) => {
      opening = { start: start - 1, name: nameAt(start, end) };
    },
    onopentagend: endOpening,
    onselfclosingtag: endOpening,
    onclosetag: (start, end) => {
      const last = html.indexOf('>', end);
      if (last >= 0) tags.push({ start: html.lastIndexOf('<', start), end: last + 1, name: nameAt(start, end), closes: true });
    },
  });
  return tags;
}

/** The elements open at a place, as far as they are kept. */
function openElements() {
  const open: string[] = [];
  let indents = 0;
  const pop = () => {
    if (indenting.has(open.pop() ?? '')) indents -= 1;
  };
  return {
    /** False for a tag that has to go. */
    enter(name: string): boolean {
      const ended = ends[name] ?? [];
      while (ended.includes(open.at(-1) ?? '')) pop();
      const indent = indenting.has(name) ? 1 : 0;
      if (open.length >= MAX_DEPTH || indents + indent > MAX_INDENTS) return false;
      open.push(name);
      indents += indent;
      return true;
    },
    leave(name: string): boolean {
      const index = open.lastIndexOf(name);
      while (index >= 0 && open.length > index) pop();
      return index >= 0;
    },
  };
}

function keepTags(html: string, tags: readonly Tag[], isKept: (tag: Tag) => boolean): string {
  let kept = '';
  let position = 0;
  for (const tag of tags) {
    if (isKept(tag)) continue;
    kept += `${html.slice(position, tag.start)} `;
    position = tag.end;
  }
  return kept + html.slice(position);
}

/** Whether a tag ends the head: its end tag may be left out (HTML, section 13.1.2.4). */
const endsHead = ({ name, closes }: Tag) => name === (closes ? 'head' : 'body');

/**
 * Removes the tags of a head that does not end, which would be all that there is; the tags below a depth of 100 elements or 8 lists and
 * quotations, since parsing and indenting take time that grows with the square of the depth; and those past the first 20,000, since each
 * takes longer than a character of text.
 */
export function flattenHtml(html: string): string {
  const open = openElements();
  const tags = tagsOf(html);
  const endOfHead = tags.findLast(endsHead)?.start ?? 0;
  let count = 0;
  return keepTags(html, tags, ({ name, closes, start }) => {
    count += 1;
    if (name === 'head' && !closes && start >= endOfHead) return false;
    return count <= MAX_TAGS && (voids.has(name) || (closes ? open.leave(name) : open.enter(name)));
  });
}

/** Returns the text between tags, in linear time. */
export function withoutTags(html: string): string {
  return keepTags(html, tagsOf(html), () => false);
}
