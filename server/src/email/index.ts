import type { Blobs } from '../blobs/blobs.ts';
import type { Platform } from '../platform.ts';
import type { Queue } from '../queue/queue.ts';
import { createIntake } from './intake.ts';
import { emailRoutes } from './routes.ts';
import { emailSender, type SendEmailParts } from './send-email.ts';
import { senderDomains } from './sender-domains.ts';

export interface EmailParts {
  readonly queue: Queue;
  readonly blobs: Blobs;
  readonly findKey: SendEmailParts['findKey'];
}

/** Sending, wired. */
export function createEmail(platform: Platform, { queue, blobs, findKey }: EmailParts) {
  const intake = createIntake(platform, queue);
  const sendEmail = emailSender({ platform, intake, blobs, findKey, findSender: senderDomains(platform) });
  return { routes: emailRoutes(sendEmail) };
}
