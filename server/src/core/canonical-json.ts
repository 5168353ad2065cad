/** Deeper than anything that is taken; what lies deeper would end the recursion. */
const MOST_LEVELS = 200;

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

function write(value: unknown, level: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (level === MOST_LEVELS) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => write(item, level + 1)).join(',')}]`;
  const fields = Object.entries(value).sort(byName);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${write(item, level + 1)}`).join(',')}}`;
}

/** JSON whose text does not depend on the order in which fields were written. */
export const canonicalJson = (value: unknown): string => write(value, 0);
