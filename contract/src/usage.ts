import { z } from 'zod';
import { plans } from './admin/tenants.ts';
import { op } from './core/operation.ts';

const limit = z.int().nullable().describe('Null where there is none.');
const used = z.int().describe('What there is of it now.');
const remaining = z.int().nullable().describe('Never below 0; null where there is no limit.');
const quota = z.object({ limit, used: used.describe('Emails of the rolling window, those in test mode included.'), remaining });
const cap = z.object({ limit, used });

const tenantUsage = z
  .object({
    plan: z.enum(plans).describe('The plan of the tenant, which its limits come from.'),
    rate_limit: z
      .object({
        limit,
        remaining,
        reset: z.int().describe('Seconds until the oldest counted request leaves the minute; 0 if none is counted.'),
      })
      .describe('Send requests of the rolling minute.'),
    daily: quota.describe('The last 24 hours, to the minute.'),
    monthly: quota
      .extend({ gates: z.boolean().describe('False: `limit` is what the plan includes, and sending goes on past it.') })
      .describe('The last 30 times 24 hours, to the hour.'),
    contacts: cap.describe('Contacts of the tenant.'),
    webhooks: cap.describe('Webhook endpoints of the tenant.'),
    storage: cap
      .extend({ received: z.int().describe('Bytes of received mail, which the limit does not count.') })
      .describe('Bytes that are kept: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports.'),
    credits_balance: z.int().describe('Prepaid emails left; below zero what was sent beyond them.'),
    overage_emails: z.int().describe("Emails of the rolling month past the plan's included volume; those in test mode are never billed."),
    marketing_emails: z.int().describe('Emails of the rolling month from broadcasts, automations and the marketing stream.'),
    estimated_cost_usd: z
      .number()
      .describe('What `overage_emails` come to, in US dollars: 0.35 per 1,000 on payg; 0.28 on credits, drawn from the balance.'),
  })
  .meta({ id: 'Usage' });

export type Usage = z.infer<typeof tenantUsage>;

export const usage = {
  get: op({
    method: 'GET',
    path: '/v1/usage',
    summary: 'Show usage and limits',
    description: 'What the plan and its overrides allow, and what is used of it now.',
    tags: ['Usage'],
    scope: 'full',
    responses: { 200: tenantUsage },
    answers: { 200: 'The limits of the tenant, and what is used of them.' },
    errors: [],
  }),
};
