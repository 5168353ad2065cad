import { systemClock } from '../../core/clock.ts';
import type { TargetRules } from '../targets/allowed-addresses.ts';

/** Milliseconds for looking up, connecting, sending and the answer together. */
const DEADLINE_MS = 10_000;
/** Milliseconds for which the body of an answer is read once its status is known: one that never ends would hold a place until the deadline. */
const BODY_MS = 1000;
/** Bytes of an answer's body that are read. */
const MOST_ANSWER_BYTES = 16 * 1024;
/** Bytes in addition: headers, and the overhead of a connection. */
const MOST_OTHER_BYTES = 64 * 1024;

/** A request to post. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Breaks the request off once it aborts. */
  readonly signal: AbortSignal;
}

/** The result of a post. */
export interface PostResult {
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why no answer came. */
  readonly error: string | null;
}

/** Posts to the targets of tenants. `post` never rejects: what failed is in its result. */
export interface WebhookClient {
  post(post: Post): Promise<PostResult>;
  close(): Promise<void>;
}

/** How the client reports what is not HTTP, and a server that switches protocols unasked (101, 100). */
const isUnreadable = ({ name, message }: Error) =>
  name === 'HTTPParserError' || name === 'AssertionError' || message === 'bad upgrade' || message === 'bad response';

function reasonOf(error: unknown, late: boolean): string {
  if (late) return 'timeout';
  if (error instanceof AggregateError) return reasonOf(error.errors[0], late);
  if (!(error instanceof Error)) return 'connection_failed';
  if (isUnreadable(error)) return 'invalid_response';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'connection_failed';
}

/** Loads the client with the first delivery: most processes make none. */
async function openClient(rules: TargetRules) {
  const [{ Agent, request }, { createGuardedConnector }] = await Promise.all([import('undici'), import('../targets/guarded-connector.ts')]);
  const connect = createGuardedConnector(rules, { timeoutMs: DEADLINE_MS, answerBytes: MOST_ANSWER_BYTES + MOST_OTHER_BYTES });
  return { request, dispatcher: new Agent({ connect, headersTimeout: DEADLINE_MS, bodyTimeout: DEADLINE_MS }) };
}

/**
 * Creates a client that posts JSON to the targets of tenants: without redirects, within 10 s, and reading no more than 16 KiB of a response
 * body.
 */
export function createWebhookClient(rules: TargetRules): WebhookClient {
  let opened: ReturnType<typeof openClient> | undefined;

  async function send({ url, headers, body }: Post, signal: AbortSignal): Promise<number> {
    opened ??= openClient(rules);
    const { request, dispatcher } = await opened;
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal });
    // The status says all; the rest is read so that the connection can be used again.
    const ended = AbortSignal.any([signal, AbortSignal.timeout(BODY_MS)]);
    await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal: ended }).catch(() => undefined);
    return answer.statusCode;
  }

  return {
    post: async (post) => {
      const began = systemClock.monotonic();
      const deadline = AbortSignal.timeout(DEADLINE_MS);
      const ended = (status: number | null, error: string | null): PostResult => ({
        status,
        durationMs: Math.round(systemClock.monotonic() - began),
        error,
      });
      try {
        return ended(await send(post, AbortSignal.any([post.signal, deadline])), null);
      } catch (error) {
        return ended(null, reasonOf(error, deadline.aborted));
      }
    },
    close: async () => (await opened)?.dispatcher.destroy(),
  };
}
