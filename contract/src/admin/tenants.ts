import { z } from 'zod';
import { apiKeyAnswers, createApiKeyRequest } from '../api-keys.ts';
import { deleted, id, idOf, idParam, name, storedName, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { createDomainRequest, domain } from '../domains.ts';

const planNames = {
  free: 'free',
  payg: 'payg',
  credits: 'credits',
  unlimited: 'unlimited',
  starter: 'payg',
  growth: 'payg',
  pro: 'payg',
  basic: 'payg',
  business: 'payg',
  prepaid: 'credits',
  scale: 'credits',
} as const;

/** All plans. */
export const plans = ['free', 'payg', 'credits', 'unlimited'] as const;

export type Plan = (typeof plans)[number];
type PlanName = keyof typeof planNames;

const plan = z
  .enum(Object.keys(planNames) as [PlanName, ...PlanName[]])
  .transform((given): Plan => planNames[given])
  .meta({
    description: 'Plan that the limits come from; other names stand for `payg` or `credits`. That of `DEFAULT_PLAN` unless given.',
    override: { type: 'string', enum: Object.keys(planNames) },
  });

const override = (what: string) => z.int().min(-1).nullable().describe(`${what}; -1 for no limit, null for that of the plan.`);

const overrideNames = z.object({
  daily_quota: override('Emails of any 24 hours'),
  monthly_quota: override('Emails of any 30 days'),
  rate_limit: override('Send requests of any 60 seconds'),
  contact_limit: override('Contacts that there may be'),
  webhook_limit: override('Webhook endpoints that there may be'),
  storage_limit: override('Bytes of bodies, templates and files that may be kept'),
});

const overrides = overrideNames.describe('Limits that take the place of those of the plan.');

const givenOverrides = overrideNames.partial().optional().describe('Limits to set; those that are left out stay as they are.');

export type Overrides = z.infer<typeof overrideNames>;

const tenant = z.object({
  id,
  name: storedName,
  plan: z.enum(plans).describe('Plan that the limits come from.'),
  suspended: z.boolean().describe('True: it is refused, and its mail is held.'),
  overrides,
  credits_balance: z.int().describe('Prepaid emails left; below zero what was sent beyond them.'),
  created_at: timestamp,
});

export type Tenant = z.infer<typeof tenant>;

const creditPack = z.object({
  id,
  emails: z.int().describe('Emails that the pack holds.'),
  remaining: z.int().describe('Those of them that are left, after what was already sent beyond the balance.'),
  created_at: timestamp,
  expires_at: timestamp.describe('365 days after `created_at`, in milliseconds; what is left then is gone.'),
});

export type CreditPack = z.infer<typeof creditPack>;

export const tenants = {
  create: op({
    method: 'POST',
    path: '/admin/tenants',
    summary: 'Create a tenant',
    tags: ['Tenants'],
    scope: 'operator',
    body: z.object({ name, plan: plan.optional(), overrides: givenOverrides }),
    nulls: 'keep',
    responses: { 201: tenant },
    answers: { 201: 'The tenant is there, without a key.' },
    errors: [],
  }),
  list: op({
    method: 'GET',
    path: '/admin/tenants',
    summary: 'List tenants',
    tags: ['Tenants'],
    scope: 'operator',
    query: keysetQuery('ten'),
    responses: { 200: keysetPage(tenant) },
    answers: { 200: 'A page of tenants, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/tenants/{id}',
    summary: 'Get a tenant',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    responses: { 200: tenant },
    answers: { 200: 'The tenant with its plan and its limits.' },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/admin/tenants/{id}',
    summary: 'Change a tenant',
    description: 'A suspended tenant is refused at once; its mail is held and goes on afterwards.',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    body: z.object({
      name: name.optional(),
      plan: plan.optional(),
      suspended: z.boolean().optional().describe('True: it is refused at once; false: it goes on.'),
      overrides: givenOverrides,
      credits_balance: z
        .int()
        .min(-limits.creditEmails)
        .max(limits.creditEmails)
        .optional()
        .describe('One pack of so many emails takes the place of all packs.'),
    }),
    nulls: 'keep',
    responses: { 200: tenant },
    answers: { 200: 'The tenant as it is now.' },
    errors: ['not_found'],
  }),
  addCredits: op({
    method: 'POST',
    path: '/admin/tenants/{id}/credits',
    summary: 'Add a pack of prepaid emails',
    description: 'Accepted emails draw from the pack that expires first. Mail in test mode draws nothing.',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    body: z.object({ emails: z.int().min(1).max(limits.creditEmails).describe('Emails that the pack holds, 1 to 1000000000.') }),
    responses: { 201: creditPack },
    answers: { 201: 'The pack is there, less what was sent beyond the balance.' },
    errors: ['not_found'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/admin/tenants/{id}',
    summary: 'Delete a tenant and everything of it',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The tenant and everything of it are gone.' },
    errors: ['not_found'],
  }),
  createApiKey: op({
    method: 'POST',
    path: '/admin/tenants/{id}/api-keys',
    summary: "Create one of a tenant's API keys",
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    body: createApiKeyRequest,
    responses: { 201: apiKeyAnswers.created },
    answers: { 201: 'The key, shown this once.' },
    errors: ['not_found'],
  }),
  listApiKeys: op({
    method: 'GET',
    path: '/admin/tenants/{id}/api-keys',
    summary: "List a tenant's API keys",
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    query: keysetQuery('key'),
    responses: { 200: apiKeyAnswers.page },
    answers: { 200: 'A page of keys, newest first, without the keys themselves.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  deleteApiKey: op({
    method: 'DELETE',
    path: '/admin/tenants/{id}/api-keys/{key_id}',
    summary: "Revoke one of a tenant's API keys",
    tags: ['Tenants'],
    scope: 'operator',
    params: z.object({ id: idOf('the tenant'), key_id: idOf('the key') }),
    responses: { 200: deleted },
    answers: { 200: 'The key is refused from now on.' },
    errors: ['not_found'],
  }),
  createDomain: op({
    method: 'POST',
    path: '/admin/tenants/{id}/domains',
    summary: 'Add a sending domain to a tenant',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    body: createDomainRequest.extend({
      verified: z
        .boolean()
        .optional()
        .describe('True: trusted without DNS, and never checked again. A domain that the tenant has added already is so from now on.'),
    }),
    responses: { 201: domain },
    answers: { 201: 'The domain is there, with the DNS records to publish.' },
    errors: ['not_found', 'invalid_domain', 'domain_taken'],
  }),
};
