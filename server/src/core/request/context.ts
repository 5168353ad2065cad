import type { AnswerHeaderName } from '@posthorn/contract';
import type { WithoutPermit } from '../concurrency/owner-semaphores.ts';
import type { Caller, TenantCaller } from './caller.ts';

/** Where a request comes from. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Headers that the interface declares, and those that describe a file. */
export type ResponseHeader =
  | AnswerHeaderName
  | 'Set-Cookie'
  | 'Content-Type'
  | 'Content-Length'
  | 'Content-Disposition'
  | 'X-Content-Type-Options';

/** Properties of submitted mail that a body of `/v1` cannot express. */
export interface SmtpSubmission {
  /** Its only attachment is the signed or encrypted content of the mail, with the headers of that content. */
  readonly isSealed: boolean;
  /** Those named in `to` stand in no header. */
  readonly hidesTo: boolean;
}

/** What an interface beside `/v1` says of a request that its body, or its headers, cannot. */
interface InterfaceNotes {
  /** The input, where the interface has parsed it itself; it goes before what the procedure is called with. */
  given?: unknown;
  /** Set with the input of a mail that came over SMTP. */
  submission?: SmtpSubmission | undefined;
  /** Set with the input of a send whose body is another each time that its client sends the same: what a repeat is compared by instead. */
  comparedBody?: unknown;
  /** `X-Service-Test` of a request whose headers are not those of the operation, since that is within its body. */
  readonly testHeader?: string | undefined;
  /** `Idempotency-Key` of such a request that makes one call and was made for it. */
  readonly idempotencyHeader?: string | undefined;
}

/** What a request holds or waits for while it is answered. */
interface RequestHandles {
  /** Aborted once nobody waits for the response. */
  readonly signal?: AbortSignal | undefined;
  /** Waits for something without the tenant's permit, which others have meanwhile. */
  withoutPermit?: WithoutPermit | undefined;
  /**
   * Waits for the turn of an answer that takes up so many bytes while it is made; the turn lasts until the client has read it. Throws
   * `service_unavailable` once it has waited too long.
   */
  beginLarge?: ((bytes: number) => Promise<void>) | undefined;
}

/** What is said of an answer besides its body. */
interface AnswerNotes {
  /** Response headers, kept on errors too. */
  readonly headers: { [N in ResponseHeader]?: string };
  /** The status of the answer; set by the procedure. */
  status: number;
  /** The session cookie that the handler sets: a token, or null to delete it. */
  cookie?: { readonly token: string; readonly seconds: number } | null | undefined;
  /** What a handler says of what it changed, where its parameters and its answer do not. */
  changed?: { readonly tenantId: string | null; readonly object: string | null } | undefined;
  /** What a handler says of the entry of a log that it answers: the cursor with which the list of that log continues after it. */
  cursorAfter?: number | undefined;
}

/** What a handler knows about the request besides its input. */
export interface Context<C extends Caller = Caller> extends InterfaceNotes, RequestHandles, AnswerNotes {
  readonly caller: C;
  readonly requestId: string;
  /** Where the service was reached, without a slash at its end: what links in answers begin with. */
  readonly baseUrl: string;
  /** Undefined if unknown. */
  readonly from?: Origin | undefined;
}

/** Names an object of the caller's tenant. */
export interface ObjectRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Returns the object that the path of a request names. */
export const refOf = ({ ctx, params }: { readonly ctx: Context<TenantCaller>; readonly params: { readonly id: string } }): ObjectRef => ({
  tenantId: ctx.caller.tenantId,
  id: params.id,
});
