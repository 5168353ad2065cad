import type { adminContract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { type ReportParts, reportEvent } from './report-event.ts';

/** `/admin/provider-events`. */
export function providerEventRoutes(parts: ReportParts): Handlers<typeof adminContract>['providerEvents'] {
  return {
    report: async ({ body }) => {
      const reported = await reportEvent(parts, body());
      return reported instanceof ApiError ? reported : reply(202, { message_id: reported.messageId });
    },
  };
}
