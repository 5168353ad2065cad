import type { adminContract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import type { FetchText } from './fetch-text.ts';
import { type ReportParts, reportEvent } from './report-event.ts';
import { snsTaker } from './take-sns.ts';

/** `/admin/provider-events`, and what providers post themselves. */
export function providerEventRoutes(parts: ReportParts, fetchText: FetchText): Handlers<typeof adminContract>['providerEvents'] {
  const takeSns = snsTaker(parts, fetchText);
  return {
    report: async ({ body }) => {
      const reported = await reportEvent(parts, body());
      return reported instanceof ApiError ? reported : reply(202, { message_id: reported.messageId });
    },
    ses: async ({ body }) => {
      const taken = await takeSns(body());
      return taken instanceof ApiError ? taken : reply(200, { taken });
    },
  };
}
