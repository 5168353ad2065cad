import type { contract } from '../index.ts';
import { healthExamples } from './health.ts';
import { attachmentExamples } from './mail/attachments.ts';
import { emailExamples } from './mail/email.ts';
import { eventExamples } from './mail/events.ts';
import { inboundExamples } from './mail/inbound.ts';
import { messageExamples } from './mail/messages.ts';
import { statExamples } from './mail/stats.ts';
import { templateExamples } from './mail/templates.ts';
import { audienceExamples } from './marketing/audiences.ts';
import { automationExamples } from './marketing/automations.ts';
import { broadcastExamples } from './marketing/broadcasts.ts';
import { contactExamples } from './marketing/contacts.ts';
import { segmentExamples } from './marketing/segments.ts';
import type { ExamplesOf } from './resource-examples.ts';
import { apiKeyExamples } from './settings/api-keys.ts';
import { domainExamples } from './settings/domains.ts';
import { erasureExamples } from './settings/erasures.ts';
import { suppressionExamples } from './settings/suppressions.ts';
import { usageExamples } from './settings/usage.ts';
import { webhookExamples } from './settings/webhooks.ts';

export type { ExampleTable, OperationExample } from './resource-examples.ts';

/** The examples of every operation in the document. A missing or wrong one does not compile. */
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
