/** A Liquid tag as written, and its name. */
export interface Tag {
  readonly text: string;
  readonly name: string | undefined;
}

/** Tags whose block ends at a tag named after them, such as `endif`. */
const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture', 'comment', 'raw']);
/** Tags that divide a block. */
const PARTING = new Set(['else', 'elsif', 'when']);
const SETTING = new Set(['assign', 'capture']);
const WRITING = new Set(['echo', 'cycle', 'increment', 'decrement']);
const SETS = /\b(?:assign|capture)\b/;

/** Returns whether a tag assigns a value to a variable. */
export const setsVariable = ({ text, name = '' }: Tag): boolean => SETTING.has(name) || (name === 'liquid' && SETS.test(text));

/** Returns whether a tag produces output without being a block. */
export const writesByItself = ({ name = '' }: Tag): boolean => WRITING.has(name);

/** Returns how a tag changes the nesting depth of blocks. */
export function depthChange({ name = '' }: Pick<Tag, 'name'>): number {
  if (BLOCKS.has(name)) return 1;
  return name.startsWith('end') ? -1 : 0;
}

/** Returns whether a tag begins another branch of its block, such as `else`. */
export const partsBlock = ({ name = '' }: Pick<Tag, 'name'>): boolean => PARTING.has(name);

/** Returns whether each block of these tags begins and ends among them. */
export function isBalanced(tags: readonly Tag[]): boolean {
  let depth = 0;
  for (const tag of tags) {
    if (depth === 0 && partsBlock(tag)) return false;
    depth += depthChange(tag);
    if (depth < 0) return false;
  }
  return depth === 0;
}
