import { diffLines } from 'diff';

/** A run of lines that are in both texts, or in only one of them. */
export interface Run {
  readonly kind: 'same' | 'added' | 'removed' | 'folded';
  readonly lines: readonly string[];
}

/** The most differing lines: with more, it is another text. */
const MOST_EDITS = 2000;
/** Unchanged lines shown around a difference. */
const AROUND = 3;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function runsOf(before: string, after: string): readonly Run[] {
  const changes = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined)
    return [
      { kind: 'removed', lines: linesOf(before) },
      { kind: 'added', lines: linesOf(after) },
    ];
  return changes.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', lines: linesOf(value) }));
}

/** Keeps only the unchanged lines next to a difference; one run stands for the others. */
function fold({ kind, lines }: Run, isFirst: boolean, isLast: boolean): readonly Run[] {
  const head = isFirst ? 0 : AROUND;
  const tail = isLast ? 0 : AROUND;
  if (kind !== 'same' || lines.length <= head + tail + 1) return [{ kind, lines }];
  const parts: readonly Run[] = [
    { kind, lines: lines.slice(0, head) },
    { kind: 'folded', lines: lines.slice(head, lines.length - tail) },
    { kind, lines: lines.slice(lines.length - tail) },
  ];
  return parts.filter((part) => part.lines.length > 0);
}

/** Returns how one text differs from another, by lines; nothing if it does not. */
export function lineDifference(before: string, after: string): readonly Run[] {
  if (before === after) return [];
  const runs = runsOf(before, after).filter(({ lines }) => lines.length > 0);
  return runs.flatMap((run, place) => fold(run, place === 0, place === runs.length - 1));
}
