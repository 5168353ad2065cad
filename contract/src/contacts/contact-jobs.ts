import { z } from 'zod';
import { idOf, idParam, timestamp } from '../core/fields.ts';
import { flag } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { media, op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { status } from './contact-fields.ts';

const rowFault = z.object({
  row: z.int().describe('Number of the row; 1 is the first after the header.'),
  email: z.string().describe('As in the file, at most 254 characters; empty with `address_erased`.'),
  error: z.string().describe('An error code; `address_erased` if the address was erased after the file was uploaded.'),
});

const contactImport = z
  .object({
    import_id: idOf('the import'),
    status: z
      .enum(['pending', 'processing', 'done', 'failed'])
      .describe('`failed` if the file could not be read; failed rows do not fail an import.'),
    file_name: z.string().describe('Name of the file as given in the form, without addresses erased since.'),
    audience_id: z
      .string()
      .nullable()
      .describe('The audience given in the upload, which its contacts join, even if it was deleted since; null if none was given.'),
    contact_status: status.nullable().describe('The status given in the upload for its contacts; null if none was given.'),
    total_rows: z.int().nullable().describe('Rows after the header; null until they are counted.'),
    processed_rows: z.int().describe('Rows processed so far.'),
    created: z.int().describe('Rows that created a contact.'),
    updated: z.int().describe('Rows whose contact existed.'),
    failed: z.int().describe('Rows that failed.'),
    errors: z.array(rowFault).describe('The first 100 failed rows.'),
    error: z
      .enum(['missing_email_column', 'invalid_csv', 'invalid_encoding', 'too_many_columns', 'file_lost'])
      .nullable()
      .describe(
        'Why the file could not be read; `too_many_columns` if its header has more than 101 columns, `file_lost` if the service no longer has it.',
      ),
    columns: z
      .array(z.string())
      .nullable()
      .describe('Names of the columns, at most 100 characters of each; null until the header was read, and if it could not be read.'),
    created_at: timestamp,
    started_at: timestamp.nullable().describe('When the first rows were processed, ms since 1970-01-01T00:00:00Z; null before.'),
    completed_at: timestamp.nullable().describe('When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before.'),
  })
  .meta({ id: 'ContactImport' });

const contactExport = z
  .object({
    export_id: idOf('the export'),
    status: z.enum(['pending', 'processing', 'done', 'failed', 'expired']).describe('`expired` 7 days after it was done.'),
    row_count: z.int().nullable().describe('Contacts in the file; null until it is `done`.'),
    download_url: z.string().nullable().describe('URL of the file, for the same key; null unless it is `done`.'),
    error: z.enum(['too_many_columns']).nullable().describe('`too_many_columns`: the contacts have more than 1000 different attributes.'),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before.'),
    expires_at: timestamp.nullable().describe('When the file is deleted.'),
  })
  .meta({ id: 'ContactExport' });

export type ContactImport = z.infer<typeof contactImport>;
export type ContactExport = z.infer<typeof contactExport>;

/** A form field with its own example, since the document shows none for the whole form. */
const audienceToJoin = z
  .string()
  .meta({ description: 'Id of the audience that the contacts join; none by default.', examples: ['aud_01m7y8v2hs7j4k6m8n0p2q4r6t'] });

const statusToHave = status.meta({
  description:
    'Status of the contacts, for a file of people who must get no mail: `unsubscribed` and `cleaned` are set on every contact, new or existing. ' +
    '`subscribed` is the default for new contacts anyway, and resubscribes nobody.',
  examples: ['unsubscribed'],
});

const pending = z.literal('pending').describe('Always `pending`: the work has not started.');

/** Imports and exports of contacts, in the background. */
export const contactJobs = {
  import: op({
    method: 'POST',
    path: '/v1/contacts/import',
    summary: 'Import contacts',
    description:
      `Takes a CSV file (RFC 4180, UTF-8) of at most ${limits.fileBytes} bytes with a header row, from which the delimiter is detected: comma, semicolon, tab or \`|\`. ` +
      'The column `email` is required, in any case; without it, `e-mail`, `email address` or `mail` is used. ' +
      'Every other column becomes a string attribute, and an empty cell sets nothing. New contacts are `subscribed`, and existing ones ' +
      'keep their status, unless `contact_status` is `unsubscribed` or `cleaned`: then all get it. The rows are processed in the background, starting at once; the event `contact.import.completed` reports the end.\n\n' +
      'With `audience_id`, every contact that a row creates or changes becomes a member of that audience, as if it were added by its id: existing ' +
      'members stay members, and new ones enter the active automations of that audience. If the audience is deleted meanwhile, ' +
      'the contacts are imported anyway. A form with more than 50 text fields or 10 files fails with `validation_failed`, or with `missing_file` if the file is not among the first 10.',
    tags: ['Contacts'],
    scope: 'full',
    bodyType: 'multipart',
    maxBody: limits.fileBytes,
    body: z.object({ audience_id: audienceToJoin.optional(), contact_status: statusToHave.optional() }),
    responses: { 202: z.object({ import_id: idOf('the import'), status: pending }) },
    answers: { 202: 'The file is stored, and its rows are processed in the background.' },
    errors: ['empty_file', 'import_limit_reached', 'invalid_status', 'storage_limit_reached', 'target_not_found'],
  }),
  listImports: op({
    method: 'GET',
    path: '/v1/contacts/imports',
    summary: 'List imports',
    description: 'Newest first.',
    tags: ['Contacts'],
    scope: 'full',
    query: keysetQuery('imp'),
    responses: { 200: keysetPage(contactImport) },
    answers: { 200: 'A page of imports, newest first.' },
    errors: ['invalid_cursor'],
  }),
  getImport: op({
    method: 'GET',
    path: '/v1/contacts/imports/{id}',
    summary: 'Get an import',
    description: 'Returns its progress and the rows that failed.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: contactImport },
    answers: { 200: 'The progress of the import, and the faults of its rows.' },
    errors: ['not_found'],
  }),
  downloadFailedRows: op({
    method: 'GET',
    path: '/v1/contacts/imports/{id}/failed-rows',
    summary: 'Download failed rows',
    description:
      'The failed rows of an import, for 7 days: their number as `import_row`, the error code as `import_error`, then ' +
      'the columns of the file. While the import is running, returns the failed rows so far. Rows with addresses that were erased meanwhile are not included. Of a row with more than 101 cells, one of the extra cells is kept. Remove ' +
      'the first two columns before you import the rows again.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: media('text/csv') },
    answers: { 200: 'The rows, as CSV in UTF-8.' },
    errors: ['not_found'],
  }),
  export: op({
    method: 'POST',
    path: '/v1/contacts/export',
    forReaders: true,
    summary: 'Export contacts',
    description:
      'Writes all contacts to a CSV file in the background: `id`, `email`, `status`, `created_at`, `updated_at`, then a column for each ' +
      'attribute. Takes no body.',
    tags: ['Contacts'],
    scope: 'full',
    responses: { 202: z.object({ export_id: idOf('the export'), status: pending }) },
    answers: { 202: 'The export was accepted, and its file is written in the background.' },
    errors: ['export_limit_reached', 'storage_limit_reached'],
  }),
  listExports: op({
    method: 'GET',
    path: '/v1/contacts/exports',
    summary: 'List exports',
    description: 'Newest first.',
    tags: ['Contacts'],
    scope: 'full',
    query: keysetQuery('exp'),
    responses: { 200: keysetPage(contactExport) },
    answers: { 200: 'A page of exports, newest first.' },
    errors: ['invalid_cursor'],
  }),
  getExport: op({
    method: 'GET',
    path: '/v1/contacts/exports/{id}',
    summary: 'Get an export',
    description: 'Returns its status, and the URL of its file.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: contactExport },
    answers: { 200: 'The status of the export, and the URL of its file.' },
    errors: ['not_found'],
  }),
  downloadExport: op({
    method: 'GET',
    path: '/v1/contacts/exports/{id}/download',
    summary: 'Download an export',
    description: 'Returns the file of a finished export, for 7 days.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    query: z.object({
      escape_formulas: flag(
        "`true`: cells that a spreadsheet would read as a formula get a `'` before them. Importing such a file does not restore the original values.",
      ),
    }),
    responses: { 200: media('text/csv') },
    answers: { 200: 'The file, as CSV in UTF-8.' },
    errors: ['not_found', 'validation_failed'],
  }),
};
