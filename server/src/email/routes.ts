import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import type { SendEmail } from './send-email.ts';

/** Sending. */
export function emailRoutes(sendEmail: SendEmail): Handlers<typeof contract>['email'] {
  return {
    send: async ({ ctx, body }) => {
      const request = body();
      if (request instanceof ApiError) return request;
      const result = await sendEmail(ctx.caller, request);
      return result instanceof ApiError ? result : reply(202, result);
    },
  };
}
