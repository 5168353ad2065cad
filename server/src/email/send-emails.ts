import type { CodeOf, contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { FindCallerAgain, TenantCaller } from '../core/caller.ts';
import { createYieldPoint } from '../core/concurrency/event-loop.ts';
import type { Submitted } from '../core/context.ts';
import { discardFiles } from './discard-files.ts';
import { type Intake, submit } from './intake/intake.ts';
import type { AdmissionResult, SendRoute, Submission, ValidatedEmail } from './intake/submission.ts';
import { withStagedBodies } from './intake/with-staged-bodies.ts';
import { type GivenEmail, type RenderParts, renderEmails } from './render-emails.ts';
import { createFilePreflight, type FilePreflight, NO_PREFLIGHT } from './validate/file-preflight.ts';
import { findNamedFiles } from './validate/find-named-files.ts';
import type { RequestFiles } from './validate/store-attachments.ts';
import { type ValidateParts, validateEmail } from './validate/validate-email.ts';

/** How long the emails of a batch are read at a stretch: a hundred of them with large bodies take seconds. */
const MOST_HELD_MS = 10;
/** Settings may change between validating and storing; past this many changes in a row something else is wrong. */
const MOST_VALIDATIONS = 5;

/** A send request as it was read, single or batch. */
export interface IncomingRequest<R extends SendRoute = SendRoute> extends Pick<Submission, 'claim' | 'fault' | 'strict'> {
  readonly route: R;
  /** As they came. */
  readonly emails: readonly unknown[];
  readonly testMode: boolean;
  readonly submitted?: Submitted | undefined;
}

export interface SendParts extends RenderParts, ValidateParts {
  readonly intake: Intake;
  readonly findCallerAgain: FindCallerAgain;
}

interface SendErrors {
  readonly single: ApiError<CodeOf<typeof contract.email.send>>;
  readonly batch: ApiError<CodeOf<typeof contract.email.sendBatch>>;
}

/** The answer to a request of a route. */
export type SendAnswer<R extends SendRoute> = AdmissionResult<R, SendErrors[R]>;

/** Safe because admission answers a submission by its route, and refuses it with what was found while it was read for that. */
const asAnswerOf = <R extends SendRoute>(result: AdmissionResult): SendAnswer<R> => result as SendAnswer<R>;

const refuse = (error: ApiError): AdmissionResult => ({ rate: null, decision: { kind: 'refused', error } });

/** What stays when a request is validated again. */
interface Attempt {
  readonly emails: readonly GivenEmail[];
  readonly testMode: boolean;
  readonly submitted: Submitted | undefined;
  readonly stored: RequestFiles;
  readonly preflight: FilePreflight;
}

async function renderAndValidate(
  parts: SendParts,
  caller: TenantCaller,
  { emails, ...request }: Attempt,
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

interface Validating extends Pick<Attempt, 'stored'> {
  readonly request: IncomingRequest;
  readonly emails: readonly GivenEmail[];
}

/** Validates and submits; again, with the caller as of now, while the tenant's settings change between the two. */
async function validateAndSubmit(
  parts: SendParts,
  firstCaller: TenantCaller,
  { request, emails, stored }: Validating,
): Promise<AdmissionResult> {
  const { route, claim, fault, strict, testMode, submitted } = request;
  let caller: TenantCaller | undefined = firstCaller;
  for (let validations = 0; validations < MOST_VALIDATIONS; validations += 1) {
    if (caller === undefined) return refuse(new ApiError('unauthorized'));
    // What was decided otherwise than foreseen goes through without being asked.
    const preflight = validations === 0 ? createFilePreflight(parts.app, { caller, route, claim, emails: emails.length }) : NO_PREFLIGHT;
    const validated = await renderAndValidate(parts, caller, { emails, testMode, submitted, stored, preflight });
    const submission = { caller, route, claim, fault, strict, emails: validated };
    const result = await withStagedBodies(parts.app, submission, (staged) => submit(parts.intake, staged));
    if (result !== 'stale') return result;
    caller = await parts.findCallerAgain(caller);
  }
  return refuse(new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } }));
}

/**
 * The recipe of a send, for one email and for a batch: render, validate, and submit to the intake, which looks suppressions
 * up, admits, persists and enqueues. Files that were stored on the way go where the request does.
 */
export async function sendEmails<R extends SendRoute>(
  parts: SendParts,
  caller: TenantCaller,
  request: IncomingRequest<R>,
): Promise<SendAnswer<R>> {
  const { clock, newId } = parts.app;
  const emails = request.emails.map((fields) => ({ id: newId('msg', clock.now()), fields }));
  const stored: RequestFiles = new Map();
  const result = await validateAndSubmit(parts, caller, { request, emails, stored });
  await discardFiles(parts.app, { tenantId: caller.tenantId, stored, decision: result.decision });
  return asAnswerOf(result);
}
