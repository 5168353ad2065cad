/** Returns items in their order, in groups of as many bytes at most; one that is larger is a group of its own. */
export function groupByBytes<T>(items: readonly T[], { most, bytesOf }: { most: number; bytesOf: (item: T) => number }): T[][] {
  const groups: T[][] = [];
  let left = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    if (groups.length === 0 || bytes > left) {
      groups.push([]);
      left = most;
    }
    groups.at(-1)?.push(item);
    left -= bytes;
  }
  return groups;
}
