import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../../core/errors/api-error.ts';
import type { UploadedForm } from '../../core/request/handler.ts';
import { type BodySource, chunksOf, lateCheckOf } from './read-body.ts';

const FIELD = 'file';
const NO_FILENAME = 'The part named file has no filename, so it is no file.';
const FORM_LIMITS = { fields: 50, fieldSize: 1024, files: 10, headerPairs: 50 };
const NOT_AMONG_FIRST = `The first ${FORM_LIMITS.files} files of the form are read, and none of them is named file.`;

/** Returns the refusal that ended a form, or the error for a client that disconnected. */
function faultOf(error: unknown): ApiError {
  const refused = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  if (refused instanceof ApiError) return refused;
  return new ApiError('missing_file', {}, { detail: 'The form broke off before its end.', cause: error });
}

const tooLargeFor = (max: number) => new ApiError('file_too_large', { max_bytes: max });

async function* within(file: BusboyFileStream, max: number, checkCaller: () => Promise<void>): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Uint8Array;
  } catch (error) {
    throw faultOf(error);
  }
  if (file.truncated) throw tooLargeFor(max);
  await checkCaller();
}

type FormFields = Record<string, string | string[]>;

/** Returns the text fields of a form by name; one that comes several times is a list. */
const toFields = (given: readonly { readonly name: string; readonly value: string }[]): FormFields =>
  Object.fromEntries(
    [...Map.groupBy(given, ({ name }) => name)].map(([name, all]) => {
      const [first = '', ...others] = all.map(({ value }) => value);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );

const tooManyOf = (what: string, max: number) =>
  new ApiError('validation_failed', { max }, { detail: `A form takes at most ${max} ${what}.` });

function openForm(contentType: string, max: number): BusboyInstance | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  try {
    return new Busboy({ headers: { 'content-type': contentType } as BusboyHeaders, limits: { ...FORM_LIMITS, fileSize: max } });
  } catch {
    return undefined;
  }
}

/**
 * Returns the form field `file` of a multipart request (RFC 7578) as a stream, with the text fields around it, of which at most 1024 bytes
 * each are read. Unread content is drained before the response, since a client that is still sending would lose it. Throws `missing_file`,
 * `file_too_large` while it is read, and `validation_failed` for a field that was not kept.
 */
export function readUpload(
  request: Request,
  max: number,
  from: Pick<BodySource, 'stream' | 'minRate' | 'resources' | 'confirmCaller'>,
): Promise<UploadedForm<FormFields>> {
  const form = openForm(request.headers.get('content-type') ?? '', max);
  if (form === undefined) return Promise.reject(new ApiError('missing_file'));
  const checkCaller = lateCheckOf(from);
  const chunks = chunksOf(from, () => tooLargeFor(max));
  const source = Readable.from(chunks, { objectMode: false });
  return new Promise((resolve, reject) => {
    let file: BusboyFileStream | undefined;
    let isNameless = false;
    let tooManyFields: ApiError<'validation_failed'> | undefined;
    let tooManyFiles: ApiError<'validation_failed'> | undefined;
    const given: { name: string; value: string }[] = [];
    const fields = Promise.withResolvers<FormFields>();
    // Most operations have no use for them.
    fields.promise.catch(() => undefined);
    const drain = async () => {
      source.unpipe();
      source.resume();
      await finished(source).catch(() => undefined);
    };
    const missing = () => {
      const detail = isNameless ? NO_FILENAME : tooManyFiles && NOT_AMONG_FIRST;
      return new ApiError('missing_file', {}, detail === undefined ? {} : { detail });
    };
    const end = (error?: unknown) => {
      if (error !== undefined) file?.destroy(new Error('the upload broke off', { cause: error }));
      source.unpipe();
      source.resume();
      const fault = error === undefined ? (tooManyFields ?? tooManyFiles) : faultOf(error);
      if (fault === undefined) fields.resolve(toFields(given));
      else fields.reject(fault);
      reject(error instanceof ApiError ? error : missing());
    };
    form.on('field', (name, value) => {
      isNameless ||= name === FIELD;
      given.push({ name, value });
    });
    form.on('file', (field, stream, filename, _encoding, contentType) => {
      // A form may break off while nobody reads the part, and an error that nobody listens to ends the process.
      stream.on('error', () => undefined);
      isNameless ||= field === FIELD && filename === undefined;
      if (field !== FIELD || filename === undefined || file !== undefined) {
        // A file where a text belongs says nothing, and is no secret.
        if (field !== FIELD) given.push({ name: field, value: '' });
        stream.resume();
        return;
      }
      file = stream;
      from.resources.defer(drain);
      resolve({ filename, contentType, content: within(stream, max, checkCaller), fields: () => fields.promise });
    });
    form.on('fieldsLimit', () => {
      tooManyFields = tooManyOf('text fields', FORM_LIMITS.fields);
    });
    form.on('filesLimit', () => {
      tooManyFiles = tooManyOf('files', FORM_LIMITS.files);
    });
    form.on('finish', () => end());
    form.on('error', (error) => end(error));
    source.on('error', (error) => end(error));
    source.pipe(form);
  });
}
