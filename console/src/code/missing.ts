/** A place where a template uses a path that the model lacks. */
export interface MissingPlace {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

const MOST_PLACES = 500;
const TAG = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;
const isPartOfName = (character: string | undefined) => character !== undefined && /[\w.[\]-]/.test(character);

function* placesIn(tag: string, at: number, path: string): Generator<MissingPlace> {
  for (let found = tag.indexOf(path); found !== -1; found = tag.indexOf(path, found + path.length)) {
    const end = found + path.length;
    const isName = !isPartOfName(tag[found - 1]) && !isPartOfName(tag[end]);
    if (isName) yield { from: at + found, to: at + end, path };
  }
}

/** Returns where paths occur within the tags of a template, in order, 500 at most. */
export function findMissing(source: string, paths: readonly string[]): readonly MissingPlace[] {
  const found: MissingPlace[] = [];
  for (const { 0: tag, index } of source.matchAll(TAG)) {
    for (const path of paths) if (path !== '') found.push(...placesIn(tag, index, path));
    if (found.length >= MOST_PLACES) break;
  }
  return found.slice(0, MOST_PLACES).sort((one, other) => one.from - other.from);
}
