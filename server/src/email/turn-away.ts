import type { AppContext } from '../app-context.ts';
import type { ApiError } from '../core/api-error.ts';
import type { Context, TenantCaller } from '../core/context.ts';
import type { FullWindows } from '../quota/index.ts';
import { refuseRate, tellRate } from './rate-answer.ts';

/** Refuses a request of a tenant whose minute is known to be full, before its body is read. */
export type TurnAway = (ctx: Context<TenantCaller>) => ApiError<'rate_limit_exceeded'> | undefined;

export function turnAwayWhenFull({ clock }: AppContext, full: FullWindows): TurnAway {
  return (ctx) => {
    const rate = full.find(ctx.caller, clock.now());
    if (rate === undefined) return undefined;
    tellRate(ctx, rate);
    return refuseRate(rate);
  };
}
