import { isRecord } from '@posthorn/contract';
import { getMimeType } from 'hono/utils/mime';
import { ApiError } from '../../core/errors/api-error.ts';
import { isFromNow, readTime } from './read-time.ts';

type Fields = Readonly<Record<string, unknown>>;

export type EmailFault = ApiError<'validation_failed' | 'missing_field'>;

const invalid = (field: string, sentence: string): EmailFault =>
  new ApiError('validation_failed', { field }, { detail: field === '' ? sentence : `${field}: ${sentence}` });

const missing = (field: string): EmailFault => new ApiError('missing_field', { field }, { detail: `${field} is required.` });

/** Epoch milliseconds. */
export function readScheduledAt(given: unknown, now: number): number | undefined | EmailFault {
  if (given === undefined || given === null) return undefined;
  const sentence = 'Takes ISO 8601 with an offset, such as 2030-01-31T08:00:00Z, or words such as `in 5 minutes`.';
  return readTime(given, now) ?? invalid('scheduled_at', sentence);
}

const EMAIL_FIELDS: readonly string[] = [
  ...['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'headers', 'tags'],
  ...['attachments', 'scheduled_at', 'template', 'topic_id'],
];
const ATTACHMENT_FIELDS: readonly string[] = ['filename', 'content', 'path', 'content_type', 'content_id'];

/** Unsupported fields are refused: whoever sets one expects an effect. */
function findUnknown(given: Fields, known: readonly string[], prefix = ''): EmailFault | undefined {
  const unknown = Object.keys(given).find((field) => !known.includes(field) && given[field] !== undefined && given[field] !== null);
  return unknown === undefined ? undefined : invalid(`${prefix}${unknown}`, 'There is no such field.');
}

const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);

const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);

/** Content is base64, a list of bytes, or a Buffer as serialised to JSON. */
function readContent(content: unknown): unknown {
  const bytes = isRecord(content) && content.type === 'Buffer' ? content.data : content;
  return isBytes(bytes) ? Buffer.from(bytes).toString('base64') : content;
}

function readAttachment(given: unknown, index: number): unknown {
  if (!isRecord(given)) return given;
  const field = `attachments[${index}]`;
  if (typeof given.path === 'string')
    return invalid(
      `${field}.path`,
      'Files are not fetched, since an address may lead into the network of the service; send the `content`.',
    );
  const unknown = findUnknown(given, ATTACHMENT_FIELDS, `${field}.`);
  if (unknown !== undefined) return unknown;
  if (given.content === undefined || given.content === null) return invalid(`${field}.content`, 'Required.');
  const filename = typeof given.filename === 'string' ? given.filename : 'attachment';
  const type = given.content_type ?? getMimeType(filename);
  return {
    filename,
    content: readContent(given.content),
    ...(type === undefined ? {} : { content_type: type }),
    ...(given.content_id === undefined ? {} : { content_id: given.content_id }),
  };
}

function readAttachments(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const read = given.map(readAttachment);
  return read.find((attachment) => attachment instanceof ApiError) ?? read;
}

const isTag = (value: unknown): value is { name: string; value: unknown } => isRecord(value) && typeof value.name === 'string';

/** Anything but a list of names and values is left for validation to refuse. */
const readTags = (given: unknown): unknown =>
  Array.isArray(given) && given.every(isTag) ? Object.fromEntries(given.map(({ name, value }) => [name, value])) : given;

function findMissing(given: Fields): EmailFault | undefined {
  const isAbsent = (field: string) => given[field] === undefined || given[field] === null;
  const required = isAbsent('template') ? ['from', 'to', 'subject'] : ['from', 'to'];
  const absent = required.find(isAbsent);
  if (absent !== undefined) return missing(absent);
  return isAbsent('template') && isAbsent('html') && isAbsent('text') ? missing('html or text') : undefined;
}

function readTemplate(template: unknown): Fields {
  return isRecord(template) ? { template_alias: template.id, template_model: template.variables } : { template_alias: template };
}

/** Returns what repeats of an email are compared by: relative times stay as text, since they name another instant each time. */
export const comparedOf = (email: Fields, given: unknown): Fields =>
  isRecord(given) && isFromNow(given.scheduled_at) ? { ...email, scheduled_at: given.scheduled_at } : email;

/** Converts an email of Resend's clients into a send request; what stays invalid is refused by the send. */
export function readEmail(given: unknown, now: number): Fields | EmailFault {
  if (!isRecord(given)) return invalid('', 'An email is an object.');
  const fault = findMissing(given) ?? findUnknown(given, EMAIL_FIELDS);
  if (fault !== undefined) return fault;
  // A recipient who left a topic must not get its mail because the topic was ignored.
  if (given.topic_id !== undefined && given.topic_id !== null) return invalid('topic_id', 'There are no topics.');
  const scheduledAt = readScheduledAt(given.scheduled_at, now);
  if (scheduledAt instanceof ApiError) return scheduledAt;
  const attachments = readAttachments(given.attachments);
  if (attachments instanceof ApiError) return attachments;
  const { from, reply_to, subject, html: html_body, text: text_body, headers } = given;
  return {
    ...{ from, reply_to, subject, html_body, text_body, headers, attachments },
    to: asList(given.to),
    cc: asList(given.cc),
    bcc: asList(given.bcc),
    tags: readTags(given.tags),
    scheduled_at: scheduledAt,
    ...readTemplate(given.template),
  };
}
