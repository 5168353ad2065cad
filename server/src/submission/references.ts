import { limits } from '@posthorn/contract';

/** Returns the ids of a thread in as many characters as a header may have: the first, and the last ones (RFC 5537, section 3.4.4). */
export function shortenReferences(value: string): string {
  if (value.length <= limits.headerLength) return value;
  const [first = '', ...rest] = value.split(/\s+/).filter((id) => id !== '' && id.length < limits.headerLength / 2);
  let left = limits.headerLength - first.length;
  const kept: string[] = [];
  for (const id of rest.reverse()) {
    left -= id.length + 1;
    if (left < 0) break;
    kept.unshift(id);
  }
  return [first, ...kept].join(' ');
}
