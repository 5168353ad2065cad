const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Cells as a line of a CSV file (RFC 4180). */
export const writeRow = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`;

/** What spreadsheets take for a formula at the beginning of a cell gets a `'` before it, as in the service's own files. */
export const escapeFormula = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

const isText = (value: unknown) => typeof value === 'string';

/** A value of an answer as a cell: times as ISO 8601, lists of texts with commas, whatever else is not flat as JSON. */
function toCell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && name.endsWith('_at')) return new Date(value).toISOString();
  if (Array.isArray(value) && value.every(isText)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The rows of an answer as lines; the columns are called as its fields. */
export const rowsToCsv = (names: readonly string[], rows: readonly object[]): string =>
  rows
    .map((row) => {
      const values = new Map<string, unknown>(Object.entries(row));
      return writeRow(names.map((name) => escapeFormula(toCell(name, values.get(name)))));
    })
    .join('');
