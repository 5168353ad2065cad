import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { RecordEvents } from '../events/index.ts';
import type { OnMoved } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import { fullWindows } from '../quota/index.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import type { TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { createIntake, type IntakeParts } from './intake.ts';
import { emailJudge } from './judge-email.ts';
import { namedFiles } from './named-files.ts';
import { emailRenderer } from './render-emails.ts';
import { emailRoutes } from './routes.ts';
import { requestSubmitter, type SubmitParts } from './send-email.ts';
import { senderDomains } from './sender-domains.ts';
import { attachmentStorer } from './store-attachments.ts';
import { turnAwayWhenFull } from './turn-away.ts';

export { answerEraser } from './erase-answers.ts';
export { htmlToText } from './html-to-text.ts';
export { findScheduleFault } from './parse-request.ts';

export interface EmailParts {
  readonly queue: Queue;
  readonly blobs: Blobs;
  readonly recordEvents: RecordEvents;
  readonly onMoved: OnMoved;
  readonly findSuppressed: FindSuppressed;
  readonly renderer: TemplateRenderer;
  readonly links: Links;
  readonly findKey: SubmitParts['findKey'];
  readonly onAccepted: IntakeParts['onAccepted'];
}

/** Sending, wired. */
export function createEmail(
  app: AppContext,
  { queue, blobs, recordEvents, onMoved, findSuppressed, renderer, links, findKey, onAccepted }: EmailParts,
) {
  const full = fullWindows();
  const intake = createIntake({ app, queue, recordEvents, findSuppressed, full, onAccepted });
  const judge = emailJudge({ app, storeAttachments: attachmentStorer(app, blobs), findSender: senderDomains(app) });
  const render = emailRenderer(renderer, links);
  const submit = requestSubmitter({ app, intake, judge, render, findNamedFiles: namedFiles(app), findKey });
  return { routes: emailRoutes({ app, submit, recordEvents, onMoved, turnAway: turnAwayWhenFull(app, full) }) };
}
