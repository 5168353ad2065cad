import type { Logger } from 'pino';
import type { ApiError } from '../core/errors/api-error.ts';
import { causeOf, createLogThrottle } from '../core/errors/log-throttle.ts';
import type { Context } from '../core/request/context.ts';
import { ThreadLost } from '../core/workers/ask-thread.ts';

/** Logs an error that a request is answered with, if it is the service's. */
export type LogFault = (fault: ApiError, ctx: Pick<Context, 'requestId'>) => void;

/**
 * Creates the log of the errors that one listener answers. Errors of callers are not logged. What is away and refuses every request, and
 * overload, which is a warning, are logged once a minute for each cause; any other error of the service each time.
 */
export function createFaultLog(log: Pick<Logger, 'warn' | 'error'>): LogFault {
  const { throttled } = createLogThrottle();
  return (fault, { requestId }) => {
    if (fault.status < 500) return;
    const { cause, code, detail } = fault;
    const line = { request_id: requestId, code, err: cause };
    if (code !== 'service_unavailable') return log.error({ ...line, err: cause ?? fault }, 'request failed');
    const isRefusal = cause === undefined || cause instanceof ThreadLost;
    throttled(`${detail} ${causeOf(cause)}`, (omitted) => {
      if (isRefusal) log.warn({ ...line, omitted }, detail ?? 'too much at once');
      else log.error({ ...line, omitted }, 'request failed');
    });
  };
}
