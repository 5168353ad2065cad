import { type adminContract, limits } from '@posthorn/contract';
import type { Clock, VirtualClock } from '../core/clock.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { type Handlers, reply } from '../core/request/handler.ts';

const isVirtual = (clock: Clock): clock is VirtualClock => 'moveTo' in clock;

interface Move {
  readonly now?: number | undefined;
  readonly advance_ms?: number | undefined;
}

function targetOf(now: number, move: Move): number | ApiError<'missing_field' | 'validation_failed'> {
  if (move.now === undefined && move.advance_ms === undefined) {
    return new ApiError('missing_field', { field: 'now' }, { detail: 'now or advance_ms is required.' });
  }
  if (move.now !== undefined && move.advance_ms !== undefined) {
    return new ApiError('validation_failed', { field: 'advance_ms' }, { detail: 'advance_ms: not together with now.' });
  }
  if (move.now !== undefined && move.now < now) {
    return new ApiError('validation_failed', { field: 'now' }, { detail: `now: The clock never goes back, and it is ${now}.` });
  }
  const target = move.now ?? now + (move.advance_ms ?? 0);
  return target > limits.latestTime ? new ApiError('validation_failed', { field: 'advance_ms', max: limits.latestTime - now }) : target;
}

/** Returns the handlers of `/admin/clock`. */
export function clockRoutes(clock: Clock): Handlers<typeof adminContract>['clock'] {
  const present = () => reply(200, { now: clock.now() });
  return {
    get: async () => present(),
    move: async ({ body }) => {
      if (!isVirtual(clock)) return new ApiError('clock_is_real');
      const target = targetOf(clock.now(), body());
      if (target instanceof ApiError) return target;
      clock.moveTo(target);
      return present();
    },
  };
}
