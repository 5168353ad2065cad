import { writeRow } from '../../ui/lists/write-csv.ts';
import { detectDelimiter, isAddressName } from './address-column.ts';
import { readCsv } from './read-csv.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const EXAMPLES = 3;
const ROWS_AT_ONCE = 5000;

export const COLUMN_ROLES = ['email', 'attribute', 'nothing'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** What a column becomes. */
export interface ColumnPlan {
  readonly column: string;
  readonly role: ColumnRole;
  /** Name of the attribute. */
  readonly name: string;
  readonly examples: readonly string[];
}

export interface ContactFile {
  readonly fileName: string;
  readonly text: string;
  readonly columns: readonly ColumnPlan[];
}

export type FileFault = 'empty' | 'encoding' | 'size';

async function readText(file: Blob): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** A name that a template can use: Liquid reads `{{ First Name }}` as `First` alone. */
const LIQUID_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** Returns a name that a template can use, such as `first_name` for `First Name`; a usable one stays. */
function liquidName(column: string): string {
  if (LIQUID_NAME.test(column)) return column;
  const name = column.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  const trimmed = name.replaceAll(/^_|_$/g, '');
  return LIQUID_NAME.test(trimmed) ? trimmed : column;
}

/** Proposes attribute names for columns; a column keeps its own name if another would get the same simplified one. */
function proposeNames(columns: readonly string[]): readonly string[] {
  const proposed = columns.map((column) => ({ column, name: liquidName(column) }));
  const byName = Map.groupBy(proposed, ({ name }) => name);
  return proposed.map(({ column, name }) => (byName.get(name)?.length === 1 ? name : column));
}

function planColumns(text: string): readonly ColumnPlan[] {
  const rows = readCsv(text, detectDelimiter(text));
  const header = rows.next().value ?? [];
  const examples = [...rows.take(EXAMPLES)];
  const address = header.findIndex(isAddressName);
  const names = proposeNames(header.map((column) => column.trim()));
  return header.map((column, place) => ({
    column,
    role: place === address ? 'email' : column.trim() === '' ? 'nothing' : 'attribute',
    name: names[place] ?? column,
    examples: examples.map((row) => row[place] ?? '').filter((cell) => cell !== ''),
  }));
}

/** Reads a file as far as it is shown. */
export async function openContactFile(file: File): Promise<ContactFile | FileFault> {
  if (file.size > MOST_BYTES) return 'size';
  const text = await readText(file);
  if (text === undefined) return 'encoding';
  const columns = planColumns(text);
  return columns.length === 0 ? 'empty' : { fileName: file.name, text, columns };
}

export type PlanFault = 'noEmail' | 'twoEmails' | 'sameNames';

/** Returns what is wrong with the plan for the columns. */
export function faultOfPlan(columns: readonly ColumnPlan[]): PlanFault | undefined {
  const addresses = columns.filter(({ role }) => role === 'email').length;
  if (addresses !== 1) return addresses === 0 ? 'noEmail' : 'twoEmails';
  const names = columns.filter(({ role }) => role === 'attribute').map(({ name }) => name.trim());
  const taken = names.some((name) => name === '' || isAddressName(name));
  return taken || new Set(names).size < names.length ? 'sameNames' : undefined;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Writes the file to import: the chosen columns, under their new names. */
export async function writeContactFile({ fileName, text, columns }: ContactFile): Promise<File> {
  const kept = columns.flatMap(({ role }, place) => (role === 'nothing' ? [] : [place]));
  const header = kept.map((place) => (columns[place]?.role === 'email' ? 'email' : (columns[place]?.name.trim() ?? '')));
  const parts = [writeRow(header)];
  const rows = readCsv(text, detectDelimiter(text));
  rows.next();
  let lines: string[] = [];
  for (const row of rows) {
    // Cells past the header are kept, so that the service reports rows shifted by a missing quote.
    lines.push(writeRow([...kept.map((place) => row[place] ?? ''), ...row.slice(columns.length)]));
    if (lines.length < ROWS_AT_ONCE) continue;
    parts.push(lines.join(''));
    lines = [];
    await pause();
  }
  return new File([...parts, lines.join('')], fileName, { type: 'text/csv' });
}
