import type { Blobs } from '../blobs/blobs.ts';
import type { RecordEvents } from '../events/index.ts';
import type { Platform } from '../platform.ts';
import type { Queue } from '../queue/queue.ts';
import { fullWindows } from '../quota/index.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import type { TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { createIntake, type IntakeParts } from './intake.ts';
import { emailJudge } from './judge-email.ts';
import { emailRenderer } from './render-emails.ts';
import { emailRoutes } from './routes.ts';
import { requestSubmitter, type SubmitParts } from './send-email.ts';
import { senderDomains } from './sender-domains.ts';
import { turnAwayWhenFull } from './turn-away.ts';

export { answerEraser } from './erase-answers.ts';

export interface EmailParts {
  readonly queue: Queue;
  readonly blobs: Blobs;
  readonly recordEvents: RecordEvents;
  readonly findSuppressed: FindSuppressed;
  readonly renderer: TemplateRenderer;
  readonly links: Links;
  readonly findKey: SubmitParts['findKey'];
  readonly onAccepted: IntakeParts['onAccepted'];
}

/** Sending, wired. */
export function createEmail(
  platform: Platform,
  { queue, blobs, recordEvents, findSuppressed, renderer, links, findKey, onAccepted }: EmailParts,
) {
  const full = fullWindows();
  const intake = createIntake({ platform, queue, recordEvents, findSuppressed, full, onAccepted });
  const judge = emailJudge({ platform, blobs, findSender: senderDomains(platform) });
  const submit = requestSubmitter({ intake, judge, render: emailRenderer({ platform, renderer, links }), findKey });
  return { routes: emailRoutes({ platform, submit, recordEvents, turnAway: turnAwayWhenFull(platform, full) }) };
}
