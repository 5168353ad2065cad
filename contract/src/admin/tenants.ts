import { z } from 'zod';
import { apiKeyAnswers, createApiKeyRequest } from '../api-keys.ts';
import { createDomainRequest, domain } from '../domains.ts';
import { deleted, id, idParam, name, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { op } from '../operation.ts';
import { keysetPage, keysetQuery } from '../pagination.ts';

const planNames = {
  free: 'free',
  payg: 'payg',
  credits: 'credits',
  starter: 'payg',
  growth: 'payg',
  pro: 'payg',
  basic: 'payg',
  business: 'payg',
  prepaid: 'credits',
  scale: 'credits',
} as const;

export type Plan = (typeof planNames)[keyof typeof planNames];
type PlanName = keyof typeof planNames;

const plan = z
  .enum(Object.keys(planNames) as [PlanName, ...PlanName[]])
  .transform((given): Plan => planNames[given])
  .meta({ override: { type: 'string', enum: Object.keys(planNames) } });

const override = z.int().min(-1).nullable();

const overrideNames = z.object({
  daily_quota: override,
  monthly_quota: override,
  rate_limit: override,
  contact_limit: override,
  webhook_limit: override,
});

export type Overrides = z.infer<typeof overrideNames>;

const tenant = z.object({
  id,
  name: z.string(),
  plan: z.enum(['free', 'payg', 'credits']),
  suspended: z.boolean(),
  overrides: overrideNames,
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
    body: z.object({ name, plan: plan.optional(), overrides: overrideNames.partial().optional() }),
    nulls: 'keep',
    responses: { 201: tenant },
    errors: [],
  }),
  list: op({
    method: 'GET',
    path: '/admin/tenants',
    summary: 'List tenants',
    tags: ['Tenants'],
    scope: 'operator',
    query: keysetQuery,
    responses: { 200: keysetPage(tenant) },
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
      suspended: z.boolean().optional(),
      overrides: overrideNames.partial().optional(),
      credits_balance: z
        .int()
        .min(-limits.creditEmails)
        .max(limits.creditEmails)
        .optional()
        .describe('One pack of so many emails takes the place of all packs.'),
    }),
    nulls: 'keep',
    responses: { 200: tenant },
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
    body: z.object({ emails: z.int().min(1).max(limits.creditEmails) }),
    responses: { 201: creditPack },
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
    errors: ['not_found'],
  }),
  listApiKeys: op({
    method: 'GET',
    path: '/admin/tenants/{id}/api-keys',
    summary: "List a tenant's API keys",
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    query: keysetQuery,
    responses: { 200: apiKeyAnswers.page },
    errors: ['not_found', 'invalid_cursor'],
  }),
  deleteApiKey: op({
    method: 'DELETE',
    path: '/admin/tenants/{id}/api-keys/{key_id}',
    summary: "Revoke one of a tenant's API keys",
    tags: ['Tenants'],
    scope: 'operator',
    params: z.object({ id, key_id: id }),
    responses: { 200: deleted },
    errors: ['not_found'],
  }),
  createDomain: op({
    method: 'POST',
    path: '/admin/tenants/{id}/domains',
    summary: 'Add a sending domain to a tenant',
    tags: ['Tenants'],
    scope: 'operator',
    params: idParam,
    body: createDomainRequest.extend({ verified: z.boolean().optional().describe('True: trusted without DNS, and never checked again.') }),
    responses: { 201: domain },
    errors: ['not_found', 'invalid_domain', 'domain_taken'],
  }),
};
