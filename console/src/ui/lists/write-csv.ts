const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes cells as a line of a CSV file (RFC 4180). */
export const writeRow = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`;

/** Puts a `'` before a cell that a spreadsheet would read as a formula, as in the service's own files. */
export const escapeFormula = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

const isText = (value: unknown) => typeof value === 'string';

/** Returns a value of an answer as a cell: times as ISO 8601, lists of texts with commas, anything else that is nested as JSON. */
function toCell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && name.endsWith('_at')) return new Date(value).toISOString();
  if (Array.isArray(value) && value.every(isText)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the rows of an answer as lines; the columns have the names of its fields. */
export const rowsToCsv = (names: readonly string[], rows: readonly object[]): string =>
  rows
    .map((row) => {
      const values = new Map<string, unknown>(Object.entries(row));
      return writeRow(names.map((name) => escapeFormula(toCell(name, values.get(name)))));
    })
    .join('');
