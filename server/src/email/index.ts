import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { FindCallerAgain } from '../core/request/caller.ts';
import { systemMail } from '../core/system-mail.ts';
import type { Feature } from '../feature.ts';
import { createRecentMail } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import { createRateLimitedTenants } from '../quota/index.ts';
import { addressErased } from '../suppressions/index.ts';
import type { Templates } from '../templates/index.ts';
import { eraseInAnswers } from './erase-answers.ts';
import { createIntake } from './intake/intake.ts';
import { emailRoutes } from './routes.ts';
import { sendSystemMail } from './send-system-mail.ts';
import { createSenderCache } from './validate/find-sender.ts';

export { findScheduleFault } from './validate/parse-request.ts';

export interface EmailParts {
  readonly findCallerAgain: FindCallerAgain;
  readonly queue: Queue;
  readonly blobs: Blobs;
  readonly templates: Templates;
}

/** Creates the feature that accepts email: the send operations, with their intake. */
export function createEmail(app: AppContext, { queue, blobs, templates, findCallerAgain }: EmailParts) {
  const rateLimitedTenants = createRateLimitedTenants();
  const intake = createIntake({ app, queue, recent: createRecentMail(), rateLimitedTenants });
  const sending = { app, intake, findCallerAgain, blobs, templates, senders: createSenderCache() };
  app.hooks.answer(systemMail, (mail) => sendSystemMail(sending, mail));
  app.hooks.on(addressErased, (erasure) => eraseInAnswers(app, erasure));
  return { routes: { email: emailRoutes({ ...sending, rateLimitedTenants }) } } satisfies Feature;
}
