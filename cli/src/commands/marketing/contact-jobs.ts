import type { ContactExport, ContactImport } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { makeExport, uploadImport, watchImport } from '../../files/contact-files.ts';
import { assertWritable, saveBytes } from '../../files/save-bytes.ts';
import { time } from '../../output/describe-record.ts';
import type { Printer } from '../../output/printer.ts';
import type { Columns } from '../../output/table.ts';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';
import { listing } from '../../verbs.ts';

const FAULT_COLUMNS: Columns<ContactImport['errors'][number]> = {
  row: ({ row }) => row,
  address: ({ email }) => email,
  error: ({ error }) => error,
};

const IMPORT_COLUMNS: Columns<ContactImport> = {
  id: ({ import_id: id }) => id,
  status: ({ status }) => status,
  file: ({ file_name: name }) => name,
  rows: ({ total_rows: rows }) => rows,
  created: ({ created }) => created,
  updated: ({ updated }) => updated,
  failed: ({ failed }) => failed,
  at: ({ created_at: at }) => time(at),
};

const EXPORT_COLUMNS: Columns<ContactExport> = {
  id: ({ export_id: id }) => id,
  status: ({ status }) => status,
  rows: ({ row_count: rows }) => rows,
  at: ({ created_at: at }) => time(at),
};

async function showImport(print: Printer, done: ContactImport): Promise<void> {
  if (print.json) return print.record(done);
  const { errors, ...fields } = done;
  print.record(fields);
  if (errors.length === 0) return;
  print.gap();
  await print.list(errors, FAULT_COLUMNS);
}

interface ImportOptions {
  readonly wait: boolean;
  readonly failed?: string;
  readonly audience?: string;
  readonly status?: 'unsubscribed' | 'cleaned';
}

/** Says where a service of a release before has left out the status that was asked for. */
function checkStatus(print: Printer, { contact_status: set }: ContactImport, asked: string): void {
  if (set === asked) return;
  print.note('the service is of a release that sets no status: new contacts are subscribed');
  process.exitCode = 1;
}

/** Names of columns that elsewhere say who gets no mail. */
const STATUS_COLUMN = /^(?:status|unsub.*|(?:is[ _])?subscribed|opt[ _-]?out|clean_time)$/i;

/** Says that a column decides nothing, though it looks as if it did. */
function noteStatusColumn(print: Printer, { status, columns }: ContactImport): void {
  const column = columns?.find((name) => STATUS_COLUMN.test(name.trim()));
  if (status === 'failed' || column === undefined) return;
  print.note(
    `the column ${column} has become an attribute, and new contacts are subscribed: import those who must get no mail from a file of their own, with --status`,
  );
}

const saveFailedRows = async ({ tenant, terminal }: Session, id: string, file: string | undefined): Promise<void> =>
  saveBytes(await tenant().contacts.downloadFailedRows(id), file, terminal);

const importFile = () =>
  new Command('import')
    .description('Import a CSV file with a column `email`. Exits with 1 if the file could not be read, or rows of it could not be used.')
    .argument('<file>')
    .option('--no-wait', 'leave the rows to the background')
    .option('--audience <audience>', 'make its contacts members of this audience')
    .addOption(
      new Option('--status <status>', 'set on all of its contacts, who get no mail of broadcasts').choices(['unsubscribed', 'cleaned']),
    )
    .option('--failed <file>', 'write the rows that could not be used to this file, as CSV')
    .action(
      withSession(async (session, file: string, { wait, failed, audience, status }: ImportOptions) => {
        if (!wait && failed !== undefined) throw new UsageError('--failed cannot be used with --no-wait');
        const { tenant, print } = session;
        await assertWritable(failed);
        const id = await uploadImport(session, file, { audience_id: audience, contact_status: status });
        const done = wait ? await watchImport(session, id) : await tenant().contacts.getImport(id);
        await showImport(print, done);
        if (done.status === 'failed' || done.failed > 0) process.exitCode = 1;
        if (status === undefined) noteStatusColumn(print, done);
        else checkStatus(print, done, status);
        if (done.failed === 0) return;
        if (failed === undefined) print.note(`posthorn contacts failed-rows ${id} has the rows that could not be used`);
        else await saveFailedRows(session, id, failed);
      }),
    );

const failedRows = () =>
  new Command('failed-rows')
    .description('Write the rows of an import that could not be used as CSV, to stdout unless a file is named.')
    .argument('<id>')
    .argument('[file]')
    .action(withSession(async (session, id: string, file: string | undefined) => saveFailedRows(session, id, file)));

const exportFile = () =>
  new Command('export')
    .description('Write all contacts as CSV, to stdout unless a file is named.')
    .argument('[file]')
    .option('--escape-formulas', "put a ' before what a spreadsheet would take for a formula")
    .action(
      withSession(async (session, file: string | undefined, { escapeFormulas }: { escapeFormulas?: boolean }) => {
        const { tenant, print } = session;
        await assertWritable(file);
        const done = await makeExport(session);
        if (done.status !== 'done') {
          if (print.json) print.record(done);
          print.note(`the export ended as ${done.status}: ${done.error ?? 'no reason was given'}`);
          process.exitCode = 1;
          return;
        }
        await saveBytes(
          await tenant().contacts.downloadExport(done.export_id, { escape_formulas: escapeFormulas }),
          file,
          session.terminal,
        );
        if (file !== undefined) print.result(done, `${done.row_count} contacts in ${file}`);
      }),
    );

/** The commands of `posthorn contacts …` that import and export files of contacts. */
export const contactJobCommands = (): Command[] => [
  importFile(),
  failedRows(),
  exportFile(),
  listing('List imports, newest first.', IMPORT_COLUMNS, ({ contacts }, page) => contacts.iterateImports(page)).name('imports'),
  listing('List exports, newest first.', EXPORT_COLUMNS, ({ contacts }, page) => contacts.iterateExports(page)).name('exports'),
];
