import type { AppContext } from '../app-context.ts';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import type { KeyCaller } from '../core/request/caller.ts';
import type { Context } from '../core/request/context.ts';
import type { KeyFinder } from '../http/authenticate.ts';
import { callOperation, type Operations } from '../http/call-operation.ts';
import { createContext } from '../http/create-context.ts';
import type { LogFault } from '../http/fault-log.ts';
import { type RequestResources, withTenantPermit } from '../http/request-resources.ts';
import { Refusal, tryAgainLater } from '../smtp/refusal.ts';
import { disconnectReason } from '../smtp/smtp-sessions.ts';
import { isKeyOfSuspendedTenant } from '../tenants/index.ts';
import { type ReadParts, readMail } from './read-mail.ts';
import { refusalOf, tenantSuspended } from './replies.ts';
import { toRequest } from './to-request.ts';

export interface SubmitParts extends ReadParts {
  readonly app: AppContext;
  readonly operations: Operations;
  readonly keys: KeyFinder;
  readonly logFault: LogFault;
  /** Requests of tenants under way, those over HTTP among them. */
  readonly tenantSemaphores: OwnerSemaphores;
}

/** A mail as it comes, from whom, and for whom. */
export interface HandedMail {
  readonly content: AsyncIterable<Buffer>;
  /** Aborted once nobody waits for the reply. */
  readonly signal: AbortSignal;
  /** SHA-256 of the key that the client has logged in with. */
  readonly keyHash: string;
  readonly recipients: readonly string[];
  readonly ip: string;
}

const otherMail = () =>
  new Refusal(554, '5.6.0 Another mail with this Message-ID was handed over for these recipients; give each mail one of its own');

async function callSend(
  parts: SubmitParts,
  { content, signal, recipients }: HandedMail,
  { ctx, resources }: { ctx: Context<KeyCaller>; resources: RequestResources },
) {
  let hasMadeKey = false;
  const readInput = async (): Promise<RawInput> => {
    const mail = await readMail(content, parts, { tenantId: ctx.caller.tenantId, resources, signal });
    const request = mail instanceof ApiError ? mail : toRequest(mail, recipients);
    if (request instanceof ApiError) return { headers: {}, body: request };
    ctx.submission = request.submission;
    hasMadeKey = request.hasMadeKey;
    return request.input;
  };
  const { message_id: id } = await callOperation(parts.operations, 'email.send', { ctx, readInput });
  // `/v1` repeats its answer to a key whose body is another; whoever gave no key would take the mail for sent.
  if (hasMadeKey && Object.hasOwn(ctx.headers, 'Idempotent-Mismatch')) throw otherMail();
  return id;
}

/** Returns the reply to a fault; a key that opens nothing any more may be that of a suspended tenant, whose client is to keep its mail. */
async function explain({ app }: SubmitParts, fault: ApiError, keyHash: string): Promise<Refusal> {
  if (fault.code !== 'unauthorized') return refusalOf(fault);
  const suspended = await isKeyOfSuspendedTenant(app.db.read, keyHash).catch(() => undefined);
  if (suspended === undefined) return tryAgainLater();
  return suspended ? tenantSuspended(450) : refusalOf(fault);
}

async function submitAs(parts: SubmitParts, mail: HandedMail, context: ReturnType<typeof createContext>): Promise<string> {
  const caller = await parts.keys.recall(mail.keyHash);
  if (caller === undefined) throw await explain(parts, new ApiError('unauthorized'), mail.keyHash);
  const ctx: Context<KeyCaller> = { ...context, caller, from: { ip: mail.ip, userAgent: null, requestId: context.requestId } };
  return withTenantPermit(parts.tenantSemaphores, caller, (resources) => callSend(parts, mail, { ctx, resources }));
}

/** Returns the id of the message that a mail has become, once that is durable; throws the refusal that the client is to hear. */
export async function submitMail(parts: SubmitParts, mail: HandedMail): Promise<string> {
  const { app } = parts;
  const context = createContext({ random: app.random, baseUrl: app.config.BASE_URL });
  try {
    return await submitAs(parts, mail, context);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const gone = disconnectReason(error);
    if (gone !== undefined) app.log.info({ reason: gone }, 'a client did not end its mail');
    const fault = toApiError(error);
    if (gone === undefined) parts.logFault(fault, context);
    throw await explain(parts, fault, mail.keyHash);
  }
}
