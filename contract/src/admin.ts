import { z } from 'zod';
import { apiKeyAnswers, createApiKeyRequest } from './api-keys.ts';
import { createDomainRequest, domain } from './domains.ts';
import { deleted, id, idParam, name, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { op } from './operation.ts';
import { keysetPage, keysetQuery } from './pagination.ts';
import { suppressionForms } from './suppressions.ts';

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
  credits_balance: z.int(),
  created_at: timestamp,
});

export type Tenant = z.infer<typeof tenant>;

const tenants = {
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
    }),
    nulls: 'keep',
    responses: { 200: tenant },
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

const suppressions = {
  list: op({
    method: 'GET',
    path: '/admin/suppressions',
    summary: 'List addresses that get no mail of any tenant',
    tags: ['Suppressions'],
    scope: 'operator',
    query: suppressionForms.listQuery,
    responses: { 200: suppressionForms.page },
    errors: ['invalid_cursor'],
  }),
  add: op({
    method: 'POST',
    path: '/admin/suppressions',
    summary: 'Suppress an address for all tenants',
    tags: ['Suppressions'],
    scope: 'operator',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.suppression, 201: suppressionForms.suppression },
    errors: ['invalid_email'],
  }),
  remove: op({
    method: 'DELETE',
    path: '/admin/suppressions/{email}',
    summary: 'Take an address off the list of all tenants',
    tags: ['Suppressions'],
    scope: 'operator',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    errors: [],
  }),
};

const erasures = {
  create: op({
    method: 'POST',
    path: '/admin/erasures',
    summary: 'Erase an address over all tenants',
    tags: ['Erasures'],
    scope: 'operator',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.erased },
    errors: ['invalid_email'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/admin/erasures/{email}',
    summary: "Take an address off the operator's erasure list",
    tags: ['Erasures'],
    scope: 'operator',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    errors: [],
  }),
};

const time = z.int().min(0).max(limits.latestTime);

const clockAnswer = z.object({ now: timestamp });

const clock = {
  get: op({
    method: 'GET',
    path: '/admin/clock',
    summary: 'Read the clock',
    tags: ['Clock'],
    scope: 'operator',
    responses: { 200: clockAnswer },
    errors: [],
  }),
  move: op({
    method: 'POST',
    path: '/admin/clock',
    summary: 'Move the virtual clock',
    description: 'Takes `now` or `advance_ms`, one of the two. The clock never goes back.',
    tags: ['Clock'],
    scope: 'operator',
    body: z.object({ now: time.optional(), advance_ms: time.optional() }),
    responses: { 200: clockAnswer },
    errors: ['clock_is_real'],
  }),
};

const jobs = {
  run: op({
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    summary: 'Run a background job once, to its end',
    tags: ['Jobs'],
    scope: 'operator',
    params: z.object({ name: z.string() }),
    responses: { 200: z.object({ ran: z.int().describe('Items handled.') }) },
    errors: ['not_found'],
  }),
};

const capturedSummary = z.object({
  id,
  tenant_id: id,
  message_id: id,
  mail_from: z.string(),
  rcpt_to: z.array(z.string()),
  subject: z.string(),
  size: z.int().describe('Bytes.'),
  created_at: timestamp,
});

const captured = {
  list: op({
    method: 'GET',
    path: '/admin/captured',
    summary: 'List captured mail',
    description: 'Mail that the capture provider took instead of delivering it, newest first.',
    tags: ['Captured mail'],
    scope: 'operator',
    query: keysetQuery,
    responses: { 200: keysetPage(capturedSummary) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/captured/{id}',
    summary: 'Get captured mail with its source',
    tags: ['Captured mail'],
    scope: 'operator',
    params: idParam,
    responses: { 200: capturedSummary.extend({ raw: z.string(), raw_encoding: z.enum(['utf8', 'base64']) }) },
    errors: ['not_found'],
  }),
};

const stats = {
  get: op({
    method: 'GET',
    path: '/admin/stats',
    summary: 'Depth of the queues and messages by status',
    tags: ['Stats'],
    scope: 'operator',
    responses: {
      200: z.object({
        queues: z.record(
          z.string(),
          z.object({ waiting: z.int(), active: z.int(), oldest_waiting_ms: z.int().nullable().describe('Age of the oldest waiting job.') }),
        ),
        messages: z.record(z.string(), z.int()).describe('Messages by status.'),
        in_doubt: z.int().describe('Attempts whose final reply was lost.'),
      }),
    },
    errors: [],
  }),
};

/** The operator's operations, under `/admin`. They are not part of the interface document. */
export const adminContract = { tenants, suppressions, erasures, clock, jobs, captured, stats };
