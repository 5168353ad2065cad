import type { CodeOf, contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { type Context, refOf } from '../core/request/context.ts';
import { guarded, type Handlers, proving, reply, replyOr } from '../core/request/handler.ts';
import { listTestEvents } from '../events/index.ts';
import type { RateLimitedTenants } from '../quota/index.ts';
import { cancelEmail } from './cancel-email.ts';
import type { AdmissionResult, Decision } from './intake/admission-request.ts';
import { presentCancelled, presentRescheduled, presentTestEvents } from './present.ts';
import { refuseWhenRateLimited, setRateHeaders } from './rate-limit.ts';
import { readBatch, readSingle } from './read-request.ts';
import { rescheduleEmail } from './reschedule-email.ts';
import { resendEmail } from './resend-email.ts';
import { type SendParts, sendEmails } from './send-emails.ts';

export interface EmailRouteParts extends SendParts {
  readonly rateLimitedTenants: RateLimitedTenants;
}

/** Sets the headers that an admission leads to: rate limit and idempotent replay. */
function setSendHeaders(ctx: Context, { rate, decision }: AdmissionResult): void {
  if (rate !== null) setRateHeaders(ctx, rate);
  if (decision.kind !== 'replayed') return;
  ctx.headers['Idempotent-Replayed'] = 'true';
  if (decision.mismatch) ctx.headers['Idempotent-Mismatch'] = 'true';
}

/** Returns the reply to a single send that was accepted or replayed. */
function replySingle(decision: Exclude<Decision<'single'>, { kind: 'refused' }>) {
  if (decision.kind === 'replayed') return reply(200, { ...decision.result, idempotent_replay: true } as const);
  return decision.result.status === 'queued' ? reply(202, decision.result) : reply(200, decision.result);
}

/** Safe because the message was validated and rendered when it was first sent, so that only errors of any send are left. */
const asResent = (error: ApiError) => error as ApiError<CodeOf<typeof contract.email.resend>>;

/** Returns the handlers of the `email` operations. */
export function emailRoutes(parts: EmailRouteParts): Handlers<typeof contract>['email'] {
  const { app } = parts;
  const guard = (ctx: Context<TenantCaller>) => refuseWhenRateLimited(parts, ctx);
  return {
    send: proving(guard, async ({ ctx, headers, rawBody }) => {
      const answer = await app.priority.runForeground(async () =>
        sendEmails(parts, ctx.caller, await readSingle(headers(), rawBody(), ctx)),
      );
      setSendHeaders(ctx, answer);
      const { decision } = answer;
      return decision.kind === 'refused' ? decision.error : replySingle(decision);
    }),
    sendBatch: proving(guard, async ({ ctx, headers, body }) => {
      await app.priority.yieldToForeground();
      const answer = await sendEmails(parts, ctx.caller, await readBatch(headers(), body(), ctx));
      setSendHeaders(ctx, answer);
      return answer.decision.kind === 'refused' ? answer.decision.error : reply(200, answer.decision.result);
    }),
    resend: guarded(guard, async ({ ctx, params, headers }) => {
      const answer = await resendEmail(parts, ctx.caller, { id: params.id, headers: headers() });
      if (answer instanceof ApiError) return answer;
      setSendHeaders(ctx, answer);
      const { decision } = answer;
      return decision.kind === 'refused' ? asResent(decision.error) : replySingle(decision);
    }),
    reschedule: async (input) =>
      replyOr(await rescheduleEmail(app, refOf(input), () => input.body().scheduled_at), 200, presentRescheduled),
    cancel: async (input) => replyOr(await cancelEmail(app, refOf(input)), 200, presentCancelled),
    listTestEvents: async ({ ctx, query }) => {
      const { limit, cursor } = query();
      const events = await listTestEvents(app.db.read, ctx.caller.tenantId, { limit, cursor });
      return reply(200, presentTestEvents(events, limit));
    },
  };
}
