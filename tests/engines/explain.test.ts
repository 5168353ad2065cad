import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Explainer, startExplainer } from '../support/database/explain.ts';
import { engines } from '../support/engines.ts';
import { blobPlans } from './plans/blobs.ts';
import { attachmentPlans } from './plans/mail/attachments.ts';
import { deliveryPlans } from './plans/mail/delivery.ts';
import { emailPlans } from './plans/mail/email.ts';
import { eventPlans } from './plans/mail/events.ts';
import { feedPlans } from './plans/mail/feed.ts';
import { feedbackPlans } from './plans/mail/feedback.ts';
import { followPlans } from './plans/mail/follow.ts';
import { inboundPlans } from './plans/mail/inbound.ts';
import { messagePlans } from './plans/mail/messages.ts';
import { searchPlans } from './plans/mail/search.ts';
import { statPlans } from './plans/mail/stats.ts';
import { templatePlans } from './plans/mail/templates.ts';
import { audiencePlans } from './plans/marketing/audiences.ts';
import { automationPlans } from './plans/marketing/automations.ts';
import { broadcastPlans } from './plans/marketing/broadcasts.ts';
import { contactPlans } from './plans/marketing/contacts.ts';
import { segmentPlans } from './plans/marketing/segments.ts';
import { providerPlans } from './plans/provider.ts';
import { domainPlans } from './plans/tenants/domains.ts';
import { peoplePlans } from './plans/tenants/people.ts';
import { quotaPlans } from './plans/tenants/quota.ts';
import { suppressionPlans } from './plans/tenants/suppressions.ts';
import { tenantPlans } from './plans/tenants/tenants.ts';
import { webhookPlans } from './plans/tenants/webhooks.ts';
import { waitingPlans } from './plans/waiting.ts';

/** What grows, by feature. */
const plans = [
  ...attachmentPlans,
  ...audiencePlans,
  ...automationPlans,
  ...blobPlans,
  ...broadcastPlans,
  ...contactPlans,
  ...deliveryPlans,
  ...domainPlans,
  ...emailPlans,
  ...eventPlans,
  ...feedPlans,
  ...feedbackPlans,
  ...followPlans,
  ...inboundPlans,
  ...messagePlans,
  ...peoplePlans,
  ...providerPlans,
  ...quotaPlans,
  ...searchPlans,
  ...segmentPlans,
  ...statPlans,
  ...suppressionPlans,
  ...templatePlans,
  ...tenantPlans,
  ...waitingPlans,
  ...webhookPlans,
];

describe.each(engines)('query plans on $name', (engine) => {
  let explainer: Explainer;

  beforeAll(async () => {
    explainer = await startExplainer(engine);
  });
  afterAll(() => explainer.close());

  const cases = plans
    .filter(([, , , only]) => only === undefined || only === engine.name)
    .map(([what, index, query]) => [what, index, query] as const);

  it.each(cases)('answers %s from %s, without a scan', async (_what, index, query) => {
    const plan = (await explainer.explain((trx) => query(trx))).join('\n');
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toMatch(/Seq Scan on|SCAN (?!\w+ USING|json_each|CONSTANT|\(subquery|r\b|v\b|held\b|token\b|enough\b|weighed\b)/);
  });
});
