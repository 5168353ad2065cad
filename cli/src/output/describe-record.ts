import { harmless } from './table.ts';

/** Formats epoch milliseconds as a date that sorts. */
export const time = (at: number | null | undefined): string | null =>
  typeof at === 'number' ? new Date(at).toISOString().replace('.000', '') : null;

const isTime = (name: string) => name.endsWith('_at') || name === 'timestamp';

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function describeValue(name: string, value: unknown): string | readonly string[] {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'number' && isTime(name)) return time(value) ?? '-';
  if (typeof value === 'string' && value.includes('\n')) return indent(value.trimEnd().split(/\r?\n/));
  if (isPlain(value)) return String(value);
  if (!Array.isArray(value)) return indent(describeRecord(value));
  if (value.length === 0) return '-';
  return value.every(isPlain) ? value.join(', ') : indent(value.map((item) => JSON.stringify(item)));
}

/** Returns the lines of a record, one for each field that fits on one. */
export function describeRecord(record: object): string[] {
  const fields = Object.entries(record);
  if (fields.length === 0) return ['-'];
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.flatMap(([name, value]) => {
    const shown = describeValue(name, value);
    const lines = typeof shown === 'string' ? [`${name.padEnd(width)}  ${shown}`] : [name, ...shown];
    return lines.map(harmless);
  });
}
