import { z } from 'zod';
import { plans } from './admin/tenants.ts';
import { op } from './core/operation.ts';

const limit = z.int().nullable().describe('The limit; null if there is none.');
const used = z.int().describe('Number in use now.');
const remaining = z.int().nullable().describe('What is left of the limit, never below 0; null without a limit.');
const quota = z.object({ limit, used: used.describe('Emails in the rolling window, including test mode.'), remaining });
const cap = z.object({ limit, used });

const tenantUsage = z
  .object({
    plan: z.enum(plans).describe('Plan of the tenant, which determines its limits.'),
    rate_limit: z
      .object({
        limit,
        remaining,
        reset: z.int().describe('Seconds until the oldest counted request leaves the minute; 0 if none is counted.'),
      })
      .describe('Send requests in the rolling minute.'),
    daily: quota.describe('The last 24 hours, to the minute.'),
    monthly: quota
      .extend({ gates: z.boolean().describe('False: `limit` is what the plan includes, and sending continues beyond it.') })
      .describe('The last 30 times 24 hours, to the hour.'),
    contacts: cap.describe('Contacts of the tenant.'),
    webhooks: cap.describe('Webhook endpoints of the tenant.'),
    storage: cap
      .extend({ received: z.int().describe('Bytes of received mail, which do not count towards the limit.') })
      .describe('Bytes stored: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports.'),
    credits_balance: z.int().describe('Prepaid emails left; negative if more were sent.'),
    overage_emails: z.int().describe("Emails of the rolling month past the plan's included volume; those in test mode are never billed."),
    marketing_emails: z.int().describe('Emails of the rolling month from broadcasts, automations and the marketing stream.'),
    estimated_cost_usd: z
      .number()
      .describe('Price of `overage_emails` in US dollars: 0.35 per 1,000 on payg; 0.28 on credits, drawn from the balance.'),
  })
  .meta({ id: 'Usage' });

export type Usage = z.infer<typeof tenantUsage>;

export const usage = {
  get: op({
    method: 'GET',
    path: '/v1/usage',
    summary: 'Show usage and limits',
    description: 'Limits of the plan with its overrides, and current usage.',
    tags: ['Usage'],
    scope: 'full',
    responses: { 200: tenantUsage },
    answers: { 200: 'The limits of the tenant, and what is used of them.' },
    errors: [],
  }),
};
