import { z } from 'zod';
import { idOf, idParam, timestamp } from '../core/fields.ts';
import { flag } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { media, op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { status } from './contact-fields.ts';

const rowFault = z.object({
  row: z.int().describe('Number of the row, 1 for the first one below the header.'),
  email: z.string().describe('As it stands in the file, at most 254 characters; empty with `address_erased`.'),
  error: z.string().describe('An error code; `address_erased` where the address was erased after the file was uploaded.'),
});

const contactImport = z
  .object({
    import_id: idOf('the import'),
    status: z
      .enum(['pending', 'processing', 'done', 'failed'])
      .describe('`failed` where the file could not be read; rows that could not be used do not fail an import.'),
    file_name: z.string().describe('Name of the file, as the form gave it, without an address that was erased since.'),
    audience_id: z
      .string()
      .nullable()
      .describe('The audience that its contacts join, as the upload named it, also where it is deleted by now; null without one.'),
    contact_status: status.nullable().describe('The status that the upload named for its contacts; null without one.'),
    total_rows: z.int().nullable().describe('Rows below the header; null until they are counted.'),
    processed_rows: z.int().describe('Rows that were worked off so far.'),
    created: z.int().describe('Rows that made a contact.'),
    updated: z.int().describe('Rows whose contact was there.'),
    failed: z.int().describe('Rows that could not be used.'),
    errors: z.array(rowFault).describe('The first 100 rows that could not be used.'),
    error: z
      .enum(['missing_email_column', 'invalid_csv', 'invalid_encoding', 'too_many_columns', 'file_lost'])
      .nullable()
      .describe(
        'Why the file could not be read; `too_many_columns` where its header has more than 101 columns, and `file_lost` where the service has it no more.',
      ),
    columns: z
      .array(z.string())
      .nullable()
      .describe('Names of the columns, at most 100 characters of each; null until the header was read, and where it could not be.'),
    created_at: timestamp,
    started_at: timestamp.nullable().describe('When the first rows were worked off, ms since 1970-01-01T00:00:00Z; null before.'),
    completed_at: timestamp.nullable().describe('When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before.'),
  })
  .meta({ id: 'ContactImport' });

const contactExport = z
  .object({
    export_id: idOf('the export'),
    status: z.enum(['pending', 'processing', 'done', 'failed', 'expired']).describe('`expired` 7 days after it was done.'),
    row_count: z.int().nullable().describe('Contacts in the file; null until it is done.'),
    download_url: z.string().nullable().describe('Where the file is, for the same key; null unless it is done.'),
    error: z.enum(['too_many_columns']).nullable().describe('`too_many_columns`: the contacts have attributes by more than 1000 names.'),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before.'),
    expires_at: timestamp.nullable().describe('When the file goes.'),
  })
  .meta({ id: 'ContactExport' });

export type ContactImport = z.infer<typeof contactImport>;
export type ContactExport = z.infer<typeof contactExport>;

/** A field of a form, of which the document shows no example as a whole. */
const audienceToJoin = z
  .string()
  .meta({ description: 'Id of the audience that the contacts join; none unless given.', examples: ['aud_01m7y8v2hs7j4k6m8n0p2q4r6t'] });

const statusToHave = status.meta({
  description:
    'Status of the contacts, for a file of those who must get no mail: `unsubscribed` and `cleaned` are set on each, new or known. ' +
    '`subscribed` is what new ones are anyway, and brings nobody back.',
  examples: ['unsubscribed'],
});

const pending = z.literal('pending').describe('Always `pending`: the work has not begun.');

/** Contacts from files and into files, in the background. */
export const contactJobs = {
  import: op({
    method: 'POST',
    path: '/v1/contacts/import',
    summary: 'Import contacts',
    description:
      `Takes a CSV file (RFC 4180, UTF-8) of at most ${limits.fileBytes} bytes with a header row, which tells whether commas, semicolons, tabs or \`|\` ` +
      'part the cells. The column `email` is required, in any case; where there is none, `e-mail`, `email address` or `mail` stands for it. ' +
      'Every other one becomes an attribute, a string, and an empty cell sets nothing. New contacts are `subscribed`, and those that are ' +
      'there keep their status, unless `contact_status` is `unsubscribed` or `cleaned`: then all are. The rows are worked off in the background, from at once on; `contact.import.completed` tells of the end.\n\n' +
      'With `audience_id`, every contact that a row makes or changes becomes a member of that audience, as if it were added by its id: those ' +
      'that are members already stay so, and new ones enter the active automations of that audience. If the audience is deleted meanwhile, ' +
      'the contacts are imported all the same. A form of more than 50 text fields or 10 files is `validation_failed`, or `missing_file` where the file is not among the first 10.',
    tags: ['Contacts'],
    scope: 'full',
    bodyType: 'multipart',
    maxBody: limits.fileBytes,
    body: z.object({ audience_id: audienceToJoin.optional(), contact_status: statusToHave.optional() }),
    responses: { 202: z.object({ import_id: idOf('the import'), status: pending }) },
    answers: { 202: 'The file is stored, and its rows are worked off in the background.' },
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
    description: 'Shows how far it is and which rows could not be used.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: contactImport },
    answers: { 200: 'How far the import is, and what was wrong with its rows.' },
    errors: ['not_found'],
  }),
  downloadFailedRows: op({
    method: 'GET',
    path: '/v1/contacts/imports/{id}/failed-rows',
    summary: 'Download failed rows',
    description:
      'The rows of an import that could not be used, for 7 days: their number as `import_row`, the error code as `import_error`, then ' +
      'the columns of the file. While the import goes on, those so far. Rows of addresses that were erased meanwhile are not among them. Of a row of more than 101 cells, one of the others is kept. Take ' +
      'the first two columns out before you import them again.',
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
      'Writes all contacts into a CSV file in the background: `id`, `email`, `status`, `created_at`, `updated_at`, then a column for each ' +
      'attribute. Takes no body.',
    tags: ['Contacts'],
    scope: 'full',
    responses: { 202: z.object({ export_id: idOf('the export'), status: pending }) },
    answers: { 202: 'The export is noted, and its file is written in the background.' },
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
    description: 'Shows whether it is done, and where its file is.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: contactExport },
    answers: { 200: 'How far the export is, and where its file can be had.' },
    errors: ['not_found'],
  }),
  downloadExport: op({
    method: 'GET',
    path: '/v1/contacts/exports/{id}/download',
    summary: 'Download an export',
    description: 'The file of an export that is done, for 7 days.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    query: z.object({
      escape_formulas: flag(
        "`true`: cells that a spreadsheet would take for a formula get a `'` before them. Such a file does not import as it was.",
      ),
    }),
    responses: { 200: media('text/csv') },
    answers: { 200: 'The file, as CSV in UTF-8.' },
    errors: ['not_found', 'validation_failed'],
  }),
};
