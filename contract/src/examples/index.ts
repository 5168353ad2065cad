import type { contract } from '../index.ts';
import { apiKeyExamples } from './api-keys.ts';
import { attachmentExamples } from './attachments.ts';
import { audienceExamples } from './audiences.ts';
import { automationExamples } from './automations.ts';
import { broadcastExamples } from './broadcasts.ts';
import { contactExamples } from './contacts.ts';
import { domainExamples } from './domains.ts';
import { emailExamples } from './email.ts';
import { erasureExamples } from './erasures.ts';
import { eventExamples } from './events.ts';
import { healthExamples } from './health.ts';
import { inboundExamples } from './inbound.ts';
import { messageExamples } from './messages.ts';
import type { ExamplesOf } from './resource-examples.ts';
import { segmentExamples } from './segments.ts';
import { statExamples } from './stats.ts';
import { suppressionExamples } from './suppressions.ts';
import { templateExamples } from './templates.ts';
import { usageExamples } from './usage.ts';
import { webhookExamples } from './webhooks.ts';

export type { ExampleTable, OperationExample } from './resource-examples.ts';

/** What the document shows of every operation. One that is missing, or no longer fits, does not compile. */
export const examples: ExamplesOf<typeof contract> = {
  health: healthExamples,
  email: emailExamples,
  messages: messageExamples,
  contacts: contactExamples,
  audiences: audienceExamples,
  templates: templateExamples,
  segments: segmentExamples,
  automations: automationExamples,
  broadcasts: broadcastExamples,
  suppressions: suppressionExamples,
  erasures: erasureExamples,
  attachments: attachmentExamples,
  domains: domainExamples,
  apiKeys: apiKeyExamples,
  usage: usageExamples,
  stats: statExamples,
  inbound: inboundExamples,
  webhooks: webhookExamples,
  events: eventExamples,
};
