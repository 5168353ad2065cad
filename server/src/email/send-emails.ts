import type { CodeOf, contract } from '@posthorn/contract';
import { createYieldPoint } from '../core/concurrency/event-loop.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { FindCallerAgain, TenantCaller } from '../core/request/caller.ts';
import type { SmtpSubmission } from '../core/request/context.ts';
import { discardFiles } from './discard-files.ts';
import type { AdmissionRequest, AdmissionResult, SendRoute, ValidatedEmail } from './intake/admission-request.ts';
import { type Intake, requestAdmission } from './intake/intake.ts';
import { withStagedBodies } from './intake/with-staged-bodies.ts';
import { type GivenEmail, type RenderParts, renderEmails } from './render-emails.ts';
import { createFilePreflight, type FilePreflight, NO_PREFLIGHT } from './validate/file-preflight.ts';
import { findNamedFiles } from './validate/find-named-files.ts';
import type { RequestFiles } from './validate/store-attachments.ts';
import { type ValidateParts, validateEmail } from './validate/validate-email.ts';

/** Longest time that validating a batch may block the event loop: a hundred emails with large bodies take seconds. */
const MOST_HELD_MS = 10;
/** Settings may change between validating and storing; past this many changes in a row something else is wrong. */
const MOST_VALIDATIONS = 5;

/** A send request, single or batch, whose headers were parsed and whose emails were not. */
export interface IncomingRequest<R extends SendRoute = SendRoute> extends Pick<AdmissionRequest, 'idempotency' | 'fault' | 'strict'> {
  readonly route: R;
  /** Unchecked JSON, one item for each email. */
  readonly emails: readonly unknown[];
  readonly testMode: boolean;
  readonly submission?: SmtpSubmission | undefined;
}

export interface SendParts extends RenderParts, ValidateParts {
  readonly intake: Intake;
  readonly findCallerAgain: FindCallerAgain;
}

interface SendErrors {
  readonly single: ApiError<CodeOf<typeof contract.email.send>>;
  readonly batch: ApiError<CodeOf<typeof contract.email.sendBatch>>;
}

/** What admission returns for a route, with the errors that its operation declares. */
export type SendAnswer<R extends SendRoute> = AdmissionResult<R, SendErrors[R]>;

/** Safe because admission answers a request by its route, and refuses it with what was found while it was read for that. */
const asAnswerOf = <R extends SendRoute>(result: AdmissionResult): SendAnswer<R> => result as SendAnswer<R>;

const refuse = (error: ApiError): AdmissionResult => ({ rate: null, decision: { kind: 'refused', error } });

/** What the emails of a request are validated with; all but `preflight` is the same at each try. */
interface ValidationInput {
  readonly emails: readonly GivenEmail[];
  readonly testMode: boolean;
  readonly submission: SmtpSubmission | undefined;
  readonly stored: RequestFiles;
  readonly preflight: FilePreflight;
}

async function renderAndValidate(
  parts: SendParts,
  caller: TenantCaller,
  { emails, ...request }: ValidationInput,
): Promise<readonly ValidatedEmail[]> {
  const fields = emails.map((email) => email.fields);
  const named = await findNamedFiles(parts.app, caller.tenantId, fields);
  const yieldIfBusy = createYieldPoint(MOST_HELD_MS);
  const validated: ValidatedEmail[] = [];
  for (const email of await renderEmails(parts, caller, emails)) {
    await yieldIfBusy();
    validated.push('refusal' in email ? email : await validateEmail(parts, email, { caller, named, ...request }));
  }
  return validated;
}

interface ValidationTask extends Pick<ValidationInput, 'stored'> {
  readonly request: IncomingRequest;
  readonly emails: readonly GivenEmail[];
}

/** Validates a request and asks for its admission. Repeats both with the caller as of now while the tenant's settings change in between. */
async function validateAndAdmit(
  parts: SendParts,
  firstCaller: TenantCaller,
  { request, emails, stored }: ValidationTask,
): Promise<AdmissionResult> {
  const { route, idempotency, fault, strict, testMode, submission } = request;
  let caller: TenantCaller | undefined = firstCaller;
  for (let validations = 0; validations < MOST_VALIDATIONS; validations += 1) {
    if (caller === undefined) return refuse(new ApiError('unauthorized'));
    // Only the first try asks: where admission decided otherwise than foreseen, the second stores every file.
    const preflight =
      validations === 0 ? createFilePreflight(parts.app, { caller, route, idempotency, emails: emails.length }) : NO_PREFLIGHT;
    const validated = await renderAndValidate(parts, caller, { emails, testMode, submission, stored, preflight });
    const admissible = { caller, route, idempotency, fault, strict, emails: validated };
    const result = await withStagedBodies(parts.app, admissible, (staged) => requestAdmission(parts.intake, staged));
    if (result !== 'stale') return result;
    caller = await parts.findCallerAgain(caller);
  }
  return refuse(new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } }));
}

/**
 * Sends one email or a batch: renders templates, validates, and asks the intake for admission, which looks up suppressions, decides,
 * persists and enqueues. Returns the decision once it is durable; a refusal is one of the errors that the operation declares. Files that
 * were stored for emails that were not accepted are released.
 */
export async function sendEmails<R extends SendRoute>(
  parts: SendParts,
  caller: TenantCaller,
  request: IncomingRequest<R>,
): Promise<SendAnswer<R>> {
  const { clock, newId } = parts.app;
  const emails = request.emails.map((fields) => ({ id: newId('msg', clock.now()), fields }));
  const stored: RequestFiles = new Map();
  const result = await validateAndAdmit(parts, caller, { request, emails, stored });
  await discardFiles(parts.app, { tenantId: caller.tenantId, stored, decision: result.decision });
  return asAnswerOf(result);
}
