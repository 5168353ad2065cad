import type { Audience, Contact, ContactEvent, ContactExport, ContactImport, ContactRequest } from '@posthorn/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { makeExport, uploadImport, watchImport } from '../files/contact-files.ts';
import { saveBytes } from '../files/save-bytes.ts';
import { addListOptions, examples, type ListOptions, pageSize, pairs, readJson, take } from '../options.ts';
import { contactColumns } from '../output/columns.ts';
import { time } from '../output/describe-record.ts';
import type { Printer } from '../output/printer.ts';
import type { Columns } from '../output/table.ts';
import { type Session, withSession } from '../service/session.ts';
import { UsageError } from '../usage-error.ts';
import { listing, listingOf, showing } from '../verbs.ts';

interface UpsertOptions {
  readonly attr?: Readonly<Record<string, string>>;
  readonly attributes?: string;
  readonly status?: Contact['status'];
}

const statusOption = () => new Option('--status <status>').choices(['subscribed', 'unsubscribed', 'cleaned']);

/** Safe because the service looks at each value, and says which one it does not take. */
const asAttributes = (values: Record<string, unknown>) => values as NonNullable<ContactRequest['attributes']>;

async function attributesOf({ attr, attributes }: UpsertOptions): Promise<ContactRequest['attributes']> {
  if (attr === undefined && attributes === undefined) return undefined;
  return asAttributes({ ...(attributes === undefined ? {} : await readJson('--attributes', attributes)), ...attr });
}

const addChanges = (command: Command): Command =>
  command
    .option('--attr <name=value>', 'an attribute that is text, again for more', pairs)
    .option('--attributes <json>', 'attributes of any type, as JSON or @file')
    .addOption(statusOption());

const upsert = () =>
  addChanges(
    new Command('upsert').description('Create a contact, or merge attributes into the one that has the address.').argument('<address>'),
  ).action(
    withSession(async ({ tenant, print }, email: string, options: UpsertOptions) => {
      print.record(await tenant().contacts.upsert({ email, status: options.status, attributes: await attributesOf(options) }));
    }),
  );

const update = () =>
  addChanges(new Command('update').description('Merge attributes and set the status.').argument('<id>')).action(
    withSession(async ({ tenant, print }, id: string, options: UpsertOptions) => {
      print.record(await tenant().contacts.update(id, { status: options.status, attributes: await attributesOf(options) }));
    }),
  );

interface SearchOptions extends ListOptions, Pick<UpsertOptions, 'status'> {
  readonly email?: string;
  readonly attribute?: { readonly attribute_key: string; readonly attribute_value?: string };
}

function attributeOf(text: string): NonNullable<SearchOptions['attribute']> {
  const [key = '', ...value] = text.split('=');
  if (key === '') throw new InvalidArgumentError('Not of the form name or name=value.');
  return value.length === 0 ? { attribute_key: key } : { attribute_key: key, attribute_value: value.join('=') };
}

const search = () =>
  addListOptions(new Command('search').description('Find contacts, newest first; all that is given has to fit.'))
    .addOption(statusOption())
    .option('--email <text>', 'only contacts whose address has this in it')
    .option('--attribute <name[=value]>', 'only contacts with this attribute', attributeOf)
    .action(
      withSession(async ({ tenant, print }, options: SearchOptions) => {
        const { status, email, attribute } = options;
        const found = tenant().contacts.iterateSearch({ limit: pageSize(options), status, email, ...attribute });
        await print.list(take(found, options), contactColumns);
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List contacts, newest first.'))
    .addOption(statusOption())
    .option('--email <address>', 'only this address')
    .action(
      withSession(async ({ tenant, print }, options: ListOptions & Pick<UpsertOptions, 'status'> & { email?: string }) => {
        const { status, email } = options;
        await print.list(take(tenant().contacts.iterate({ limit: pageSize(options), status, email }), options), contactColumns);
      }),
    );

const remove = () =>
  new Command('delete')
    .description('Delete a contact and take it out of every audience.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().contacts.delete(id);
        print.said(answer, `deleted ${answer.email}`);
      }),
    );

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
}

const saveFailedRows = async ({ tenant, terminal }: Session, id: string, file: string | undefined): Promise<void> =>
  saveBytes(await tenant().contacts.downloadFailedRows(id), file, terminal);

const importFile = () =>
  new Command('import')
    .description('Import a CSV file with a column `email`. Ends with 1 if the file could not be read, or rows of it could not be used.')
    .argument('<file>')
    .option('--no-wait', 'leave the rows to the background')
    .option('--failed <file>', 'write the rows that could not be used to this file, as CSV')
    .action(
      withSession(async (session, file: string, { wait, failed }: ImportOptions) => {
        if (!wait && failed !== undefined) throw new UsageError('--failed goes without --no-wait');
        const { tenant, print } = session;
        const id = await uploadImport(session, file);
        const done = wait ? await watchImport(session, id) : await tenant().contacts.getImport(id);
        await showImport(print, done);
        if (done.status === 'failed' || done.failed > 0) process.exitCode = 1;
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
        const done = await makeExport(session);
        if (done.status !== 'done') {
          print.note(`the export ended as ${done.status}: ${done.error ?? 'no reason was given'}`);
          process.exitCode = 1;
          return;
        }
        await saveBytes(
          await tenant().contacts.downloadExport(done.export_id, { escape_formulas: escapeFormulas }),
          file,
          session.terminal,
        );
        if (file !== undefined) print.said(done, `${done.row_count} contacts in ${file}`);
      }),
    );

const AUDIENCE_COLUMNS: Columns<Audience> = { id: ({ id }) => id, name: ({ name }) => name };

const EVENT_COLUMNS: Columns<ContactEvent> = {
  event: ({ type }) => type,
  at: ({ timestamp }) => time(timestamp),
  message: ({ message_id: id }) => id ?? '',
  data: ({ data }) => JSON.stringify(data),
};

/** `posthorn contacts …` */
export const contactsCommand = () =>
  [
    upsert(),
    list(),
    search(),
    showing('get', 'Show a contact.', ({ contacts }, id) => contacts.get(id)),
    listingOf('audiences', {
      description: 'List the audiences of a contact, newest first.',
      columns: AUDIENCE_COLUMNS,
      rows: ({ audiences }, id, page) => audiences.iterateOfContact(id, page),
    }),
    listingOf('events', {
      description: 'List what happened to a contact, newest first.',
      columns: EVENT_COLUMNS,
      rows: ({ contacts }, id, page) => contacts.iterateEvents(id, page),
    }),
    update(),
    remove(),
    importFile(),
    failedRows(),
    exportFile(),
    listing('List imports, newest first.', IMPORT_COLUMNS, ({ contacts }, page) => contacts.iterateImports(page)).name('imports'),
    listing('List exports, newest first.', EXPORT_COLUMNS, ({ contacts }, page) => contacts.iterateExports(page)).name('exports'),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('contacts')
      .description('People to write to.')
      .addHelpText(
        'after',
        examples(
          'contacts upsert ada@example.net --attr first_name=Ada',
          'contacts list --status subscribed --all --json',
          'contacts import people.csv --failed failed.csv',
          'contacts export people.csv',
        ),
      ),
  );
