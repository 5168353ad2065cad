import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import type { Intake } from './intake.ts';
import type { JudgeEmail } from './judge-email.ts';
import type { FindNamedFiles } from './named-files.ts';
import type { GivenEmail, RenderEmails } from './render-emails.ts';
import type { RequestFiles } from './store-attachments.ts';
import type { GateRefusal, Passage, Submission, Verdict } from './submission.ts';

/** Settings may change between judging and storing; past this many changes in a row something else is wrong. */
const MOST_JUDGEMENTS = 5;

/** A send request as it was read, single or batch. */
export interface IncomingRequest extends Pick<Submission, 'route' | 'claim' | 'fault' | 'strict'> {
  /** As they came; judging checks them. */
  readonly emails: readonly unknown[];
  readonly testMode: boolean;
}

export interface SubmitParts {
  readonly app: Pick<AppContext, 'clock' | 'newId'>;
  readonly intake: Intake;
  readonly judge: JudgeEmail;
  readonly render: RenderEmails;
  readonly findNamedFiles: FindNamedFiles;
  /** Reads the key again after the tenant's settings have changed. */
  readonly findKey: (keyHash: string) => Promise<TenantCaller | undefined>;
}

/** Returns errors of the operation that is served, `E`. */
export type SubmitRequest = <E extends ApiError>(caller: TenantCaller, request: IncomingRequest) => Promise<Passage<E | GateRefusal>>;

/** What stays when a request is judged again. */
interface Judging {
  readonly testMode: boolean;
  readonly stored: RequestFiles;
}

const refused = (error: GateRefusal): Passage<GateRefusal> => ({ rate: null, decision: { kind: 'refused', error } });

/**
 * The recipe of a send: render, validate, then through the gate, which looks suppressions up, persists and
 * enqueues; again if the tenant's settings changed meanwhile.
 */
export function requestSubmitter({ app, intake, judge, render, findNamedFiles, findKey }: SubmitParts): SubmitRequest {
  async function judgeAll(caller: TenantCaller, emails: readonly GivenEmail[], { testMode, stored }: Judging): Promise<Verdict[]> {
    const named = await findNamedFiles(
      caller.tenantId,
      emails.map(({ fields }) => fields),
    );
    const verdicts: Verdict[] = [];
    for (const email of await render(caller, emails)) {
      verdicts.push('refusal' in email ? email : await judge(caller, email, { testMode, named, stored }));
    }
    return verdicts;
  }

  return async <E extends ApiError>(firstCaller: TenantCaller, request: IncomingRequest) => {
    const { route, claim, fault, strict } = request;
    const { clock, newId } = app;
    const emails = request.emails.map((fields) => ({ id: newId('msg', clock.now()), fields }));
    const judging = { testMode: request.testMode, stored: new Map() };
    let caller: TenantCaller | undefined = firstCaller;
    for (let judged = 0; judged < MOST_JUDGEMENTS; judged += 1) {
      if (caller === undefined) return refused(new ApiError('unauthorized'));
      const passage = await intake.submit({ caller, route, claim, fault, strict, verdicts: await judgeAll(caller, emails, judging) });
      // Safe because the gate speaks what it refuses itself, and what was read and judged for this operation.
      if (passage !== 'stale') return passage as Passage<E | GateRefusal>;
      caller = await findKey(caller.keyHash);
    }
    return refused(new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } }));
  };
}
