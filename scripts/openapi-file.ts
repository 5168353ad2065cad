/** Returns in one line what is wrong with the committed document; undefined if it matches the contract. */
export function staleness(committed: string | undefined, current: string): string | undefined {
  if (committed === undefined) return 'contract/openapi.json is missing: run npm run generate';
  if (committed === current) return undefined;
  const lines = current.split('\n');
  const line = committed.split('\n').findIndex((text, index) => text !== lines[index]);
  return `contract/openapi.json is stale from line ${(line < 0 ? lines.length : line) + 1} on: run npm run generate`;
}
