import type { BatchItem, CodeOf, contract, SendResult } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Context } from '../core/context.ts';
import { guarded, type Handlers, reply } from '../core/handler.ts';
import { listTestEvents } from '../events/index.ts';
import { hasMessage } from '../messages/index.ts';
import { cancelEmail } from './cancel-email.ts';
import { findScheduleFault } from './parse-request.ts';
import { presentTestEvents } from './present.ts';
import { tellRate } from './rate-answer.ts';
import { readBatch, readSingle } from './read-request.ts';
import { rescheduleEmail } from './reschedule-email.ts';
import type { SubmitRequest } from './send-email.ts';
import type { Passage } from './submission.ts';
import type { TurnAway } from './turn-away.ts';

export interface EmailRouteParts {
  readonly app: AppContext;
  readonly submit: SubmitRequest;
  readonly turnAway: TurnAway;
}

type SendError = ApiError<CodeOf<typeof contract.email.send>>;
type BatchError = ApiError<CodeOf<typeof contract.email.sendBatch>>;

/** Says in headers what the gate found. */
function tell(ctx: Context, { rate, decision }: Passage): void {
  if (rate !== null) tellRate(ctx, rate);
  if (decision.kind !== 'replayed') return;
  ctx.headers['Idempotent-Replayed'] = 'true';
  if (decision.mismatch) ctx.headers['Idempotent-Mismatch'] = 'true';
}

/** Sending, and changing what has not gone out yet. */
export function emailRoutes({ app, submit, turnAway }: EmailRouteParts): Handlers<typeof contract>['email'] {
  const { db, clock, priority } = app;
  return {
    send: guarded(turnAway, async ({ ctx, headers, rawBody }) => {
      const passage = await priority.first(() => submit<SendError>(ctx.caller, readSingle(headers(), rawBody())));
      tell(ctx, passage);
      const { decision } = passage;
      if (decision.kind === 'refused') return decision.error;
      // Safe because the gate wrote it for this operation.
      const result = JSON.parse(decision.answer) as SendResult;
      if (decision.kind === 'replayed') return reply(200, { ...result, idempotent_replay: true } as const);
      return result.status === 'queued' ? reply(202, result) : reply(200, result);
    }),
    sendBatch: guarded(turnAway, async ({ ctx, headers, body }) => {
      await priority.wait();
      const passage = await submit<BatchError>(ctx.caller, readBatch(headers(), body()));
      tell(ctx, passage);
      const { decision } = passage;
      if (decision.kind === 'refused') return decision.error;
      // Safe because the gate wrote it for this operation.
      return reply(200, JSON.parse(decision.answer) as { data: BatchItem[] });
    }),
    reschedule: async ({ ctx, params, body }) => {
      const message = { tenantId: ctx.caller.tenantId, id: params.id };
      if (!(await hasMessage(db.read, message))) return new ApiError('not_found');
      const { scheduled_at: scheduledAt } = body();
      const fault = findScheduleFault(scheduledAt, clock.now());
      if (fault !== undefined) return fault;
      const moved = await rescheduleEmail(app, message, scheduledAt);
      return moved instanceof ApiError
        ? moved
        : reply(200, { message_id: params.id, status: 'scheduled', scheduled_at: moved.scheduledAt });
    },
    cancel: async ({ ctx, params }) => {
      const cancelled = await cancelEmail(app, { tenantId: ctx.caller.tenantId, id: params.id });
      return cancelled instanceof ApiError ? cancelled : reply(200, { message_id: cancelled.id, status: 'cancelled' });
    },
    listTestEvents: async ({ ctx, query }) => {
      const { limit, cursor } = query();
      const rows = await listTestEvents(db.read, ctx.caller.tenantId, { limit, cursor });
      return reply(200, presentTestEvents(rows, limit));
    },
  };
}
