import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Queue } from '../queue/queue.ts';
import { fullWindows } from '../quota/index.ts';
import { addressErased } from '../suppressions/index.ts';
import type { TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { eraseInAnswers } from './erase-answers.ts';
import { createIntake } from './intake.ts';
import { emailJudge } from './judge-email.ts';
import { namedFiles } from './named-files.ts';
import { emailRenderer } from './render-emails.ts';
import { emailRoutes } from './routes.ts';
import { requestSubmitter, type SubmitParts } from './send-email.ts';
import { senderDomains } from './sender-domains.ts';
import { attachmentStorer } from './store-attachments.ts';
import { turnAwayWhenFull } from './turn-away.ts';

export { htmlToText } from './html-to-text.ts';
export { findScheduleFault } from './parse-request.ts';

export interface EmailParts {
  readonly queue: Queue;
  readonly blobs: Blobs;
  readonly renderer: TemplateRenderer;
  readonly links: Links;
  readonly findKey: SubmitParts['findKey'];
}

/** Sending, wired. */
export function createEmail(app: AppContext, { queue, blobs, renderer, links, findKey }: EmailParts) {
  const full = fullWindows();
  const intake = createIntake({ app, queue, full });
  const judge = emailJudge({ app, storeAttachments: attachmentStorer(app, blobs), findSender: senderDomains(app) });
  const render = emailRenderer(renderer, links);
  const submit = requestSubmitter({ app, intake, judge, render, findNamedFiles: namedFiles(app), findKey });
  app.hooks.on(addressErased, (erasure) => eraseInAnswers(app, erasure));
  return { routes: { email: emailRoutes({ app, submit, turnAway: turnAwayWhenFull(app, full) }) } };
}
