import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type Explainer, startExplainer } from '../support/explain.ts';
import { attachmentPlans } from './plans/attachments.ts';
import { audiencePlans } from './plans/audiences.ts';
import { automationPlans } from './plans/automations.ts';
import { blobPlans } from './plans/blobs.ts';
import { broadcastPlans } from './plans/broadcasts.ts';
import { contactPlans } from './plans/contacts.ts';
import { deliveryPlans } from './plans/delivery.ts';
import { domainPlans } from './plans/domains.ts';
import { emailPlans } from './plans/email.ts';
import { eventPlans } from './plans/events.ts';
import { feedPlans } from './plans/feed.ts';
import { feedbackPlans } from './plans/feedback.ts';
import { inboundPlans } from './plans/inbound.ts';
import { messagePlans } from './plans/messages.ts';
import { peoplePlans } from './plans/people.ts';
import { providerPlans } from './plans/provider.ts';
import { quotaPlans } from './plans/quota.ts';
import { searchPlans } from './plans/search.ts';
import { segmentPlans } from './plans/segments.ts';
import { statPlans } from './plans/stats.ts';
import { suppressionPlans } from './plans/suppressions.ts';
import { templatePlans } from './plans/templates.ts';
import { tenantPlans } from './plans/tenants.ts';
import { waitingPlans } from './plans/waiting.ts';
import { webhookPlans } from './plans/webhooks.ts';

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
