import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { guarded, type Handlers, replyOr } from '../core/request/handler.ts';
import type { FetchText } from './fetch-text.ts';
import { takeProviderEvent } from './take-provider-event.ts';
import { takeSns } from './take-sns.ts';
import { createSnsCertificates } from './verify-sns.ts';

/** `/admin/provider-events`, and what providers post themselves. */
export function providerEventRoutes(app: AppContext, fetchText: FetchText): Handlers<typeof adminContract>['providerEvents'] {
  const sns = { app, fetchText, certificates: createSnsCertificates(fetchText) };
  return {
    report: async ({ body }) => replyOr(await takeProviderEvent(app, body()), 202, ({ messageId }) => ({ message_id: messageId })),
    // Anybody may post here, so not even a body is read where the operator has named no topic.
    ses: guarded(
      () => (app.config.SES_TOPIC_ARNS === undefined ? new ApiError('not_found') : undefined),
      async ({ body }) => replyOr(await takeSns(sns, body()), 200, (taken) => ({ taken })),
    ),
  };
}
