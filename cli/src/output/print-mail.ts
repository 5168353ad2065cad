import type { Printer } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** A mail with its source; null where it is no longer kept. */
interface MailWithSource {
  readonly raw: string | null;
  readonly raw_encoding: 'utf8' | 'base64' | null;
}

/** The options of a command that shows a mail. */
export interface SourceOptions {
  readonly source?: boolean;
}

/** Prints a mail with its source as text; with `--source`, the source alone, byte for byte. */
export function printMail(
  { print, terminal }: { readonly print: Printer; readonly terminal: Pick<Terminal, 'stdout'> },
  mail: MailWithSource,
  { source = false }: SourceOptions,
): void {
  const { raw, raw_encoding: encoding, ...fields } = mail;
  const bytes = Buffer.from(raw ?? '', encoding ?? 'utf8');
  if (source) terminal.stdout.write(bytes);
  else print.record(print.json ? mail : { ...fields, source: bytes.toString() });
}
