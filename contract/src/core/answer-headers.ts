import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';
import { API_VERSION } from './version.ts';

interface AnswerHeader {
  readonly schema: z.ZodType;
  /** Whether a response can have it. */
  readonly on: (answer: Answer) => boolean;
}

/** One status of an operation, with its error codes. */
interface Answer {
  readonly operation: Operation;
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

/** Statuses returned before anything of the request but its key was read. */
const UNREAD = [401, 403];
const FAULTS_OF_OURS = [500, 503];
const WITH_RETRY: readonly ErrorCode[] = ['idempotency_in_progress', 'rate_limit_exceeded', 'quota_exceeded', 'service_unavailable'];

const always = () => true;
const isRead = ({ status }: Answer) => !UNREAD.includes(status);
const isRated = ({ operation, status }: Answer) =>
  operation.answerHeaders?.includes('rate') === true && ![...UNREAD, ...FAULTS_OF_OURS].includes(status);
const isReplayable = ({ operation, status }: Answer) => operation.answerHeaders?.includes('replay') === true && status === 200;

const count = z.int().optional();
const flag = z.literal('true').optional();

/** Gives a schema an id, under which the document has it as a component. */
const named = (id: string, schema: z.ZodType): z.ZodType => schema.meta({ ...schema.meta(), header: { id } });

/** Every response header in the document. */
const declared = {
  'X-Request-Id': {
    schema: z.string().describe('Identifies this request in the logs of the service; quote it when you report a problem.'),
    on: always,
  },
  'X-API-Version': {
    schema: z.string().describe(`Version of this interface, such as \`${API_VERSION}\`; the same as \`info.version\`.`),
    on: always,
  },
  'X-Ignored-Fields': {
    schema: z
      .string()
      .optional()
      .describe(
        'Unknown fields of the body and the query, which were ignored, separated by `, `, such as ' +
          '`colour, attachments[].size`: at most 10 names and 200 bytes. Absent if there are none.',
      ),
    on: isRead,
  },
  'X-RateLimit-Limit': {
    schema: count.describe('Send requests that the tenant may make in any 60 seconds. Absent if there is no limit.'),
    on: isRated,
  },
  'X-RateLimit-Remaining': {
    schema: count.describe('Send requests remaining of `X-RateLimit-Limit` after this one. Absent if there is no limit.'),
    on: isRated,
  },
  'X-RateLimit-Reset': {
    schema: count.describe('Seconds until the oldest counted request leaves the 60-second window.'),
    on: isRated,
  },
  'Idempotent-Replayed': {
    schema: flag.describe('`true`: this is the response to an earlier request with the same `Idempotency-Key`; nothing was sent.'),
    on: isReplayable,
  },
  'Idempotent-Mismatch': {
    schema: flag.describe('`true`: the earlier request with this `Idempotency-Key` had a different body; this one was ignored.'),
    on: isReplayable,
  },
  'WWW-Authenticate': {
    schema: z
      .string()
      .optional()
      .describe('`Bearer`; where no key can be in the request, `error_description` says why (RFC 6750). Of a key nothing is said.'),
    on: ({ codes }) => codes.includes('unauthorized'),
  },
  'Retry-After': {
    schema: count.describe('Seconds to wait before retrying, at least 1.'),
    on: ({ codes }) => codes.some((code) => WITH_RETRY.includes(code)),
  },
} satisfies Readonly<Record<string, AnswerHeader>>;

export type AnswerHeaderName = keyof typeof declared;

const answerHeaders = Object.entries<AnswerHeader>(declared).map(([name, { schema, on }]) => ({ name, schema: named(name, schema), on }));

/** Returns the headers that a response of an operation can have. */
export const headersOf = (answer: Answer): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(answerHeaders.filter(({ on }) => on(answer)).map(({ name, schema }) => [name, schema]));

/** Returns whether a response has headers that its operation declares, beyond those that every response with these codes has. */
export const hasOwnHeaders = (answer: Answer): boolean => isRated(answer) || isReplayable(answer);
