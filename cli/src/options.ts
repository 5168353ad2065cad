import { type Command, InvalidArgumentError } from 'commander';
import { readText } from './files/read-file.ts';
import { UsageError } from './usage-error.ts';

/** Which part of a list. */
export interface ListOptions {
  readonly limit: number;
  readonly all?: boolean;
}

const DEFAULT_ROWS = 25;
const LARGEST_PAGE = 100;

/** For options that are whole numbers. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('Must be a whole number.');
  return value;
}

/** For options that are counts of something, or seconds. */
export function atLeastOne(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('Must be at least 1.');
  return value;
}

/** For idempotency keys, which travel in a header. */
export function idempotencyKey(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) throw new InvalidArgumentError('Must be 1 to 256 visible ASCII characters.');
  return text;
}

/** Dates of ISO 8601 alone: of other texts V8 makes a date where it can, `tomorrow 9` one of 2001. */
const ISO_DATE = /^(\d{4}-\d\d)(-\d\d)?(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Epoch milliseconds; NaN for what is no date, such as 31 February, of which V8 makes one in March. */
function parseIsoDate(text: string): number {
  const [, month = '', day = '-01'] = ISO_DATE.exec(text) ?? [];
  const midnight = Date.parse(`${month}${day}`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${month}${day}`);
  return isDay ? Date.parse(text) : Number.NaN;
}

/** For options that are points in time: a date, or milliseconds since 1970. Epoch milliseconds. */
export function pointInTime(text: string): number {
  const at = /^(?:0|\d{12,15})$/.test(text) ? Number(text) : parseIsoDate(text);
  if (Number.isNaN(at)) throw new InvalidArgumentError('Must be a time such as 2030-01-31T09:00:00Z, or milliseconds since 1970.');
  return at;
}

/** Returns whether a text is a whole http or https address. */
export const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** For options that are addresses on the web. */
export function httpAddress(text: string): string {
  if (!isHttpAddress(text)) throw new InvalidArgumentError('Must be an http or https URL.');
  return text;
}

/** Returns the values of an option that may be given again and again, with one more. */
export const collectValues = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** For `name=value` options that may be given again and again. */
export function pairs(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Must have the form name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Adds the options of lists. */
export const addListOptions = (command: Command): Command =>
  command.option('--limit <rows>', 'maximum number of rows', atLeastOne, DEFAULT_ROWS).option('--all', 'all rows');

/** Returns the size of a page for how many rows are wanted. */
export const pageSize = ({ limit, all = false }: ListOptions): number => (all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE));

/** Yields as many rows as were asked for. */
export async function* take<T>(
  source: AsyncIterable<T> | Iterable<T>,
  { limit, all = false }: ListOptions,
): AsyncGenerator<T, void, undefined> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  for await (const row of source) {
    yield row;
    left -= 1;
    if (left <= 0) return;
  }
}

/** JSON given as it is or, after `@`, in a file. */
export async function readJson(name: string, given: string): Promise<Record<string, unknown>> {
  const text = given.startsWith('@') ? await readText(given.slice(1)) : given;
  try {
    const value: unknown = JSON.parse(text);
    // Safe because it is checked first.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {}
  throw new UsageError(`${name}: not a JSON object`);
}

/** The part of a help text that shows how a command is used. */
export const examples = (...lines: readonly string[]): string =>
  ['', 'Examples:', ...lines.map((line) => `  $ posthorn ${line}`)].join('\n');
