import { z } from 'zod';
import { deleted, id, idParam, timestamp } from './core/fields.ts';
import { knownFilter } from './core/filters.ts';
import { op } from './core/operation.ts';
import { keysetPage, keysetQuery } from './core/pagination.ts';

const domainStatuses = ['pending', 'verified', 'failed'] as const;
export const domainStatus = z.enum(domainStatuses);

const record = z
  .object({
    purpose: z
      .enum(['dkim', 'return_path', 'spf', 'dmarc', 'tracking', 'inbound'])
      .describe('Purpose of the record; a domain is verified by `dkim`, and by `return_path` if there is one.'),
    type: z.enum(['TXT', 'CNAME', 'MX']).describe('Type of the DNS record.'),
    name: z.string().describe('Fully qualified name of the record.'),
    value: z.string().describe('Value to publish.'),
    detail: z
      .string()
      .optional()
      .describe('What the operator has to configure if `value` is an IP address or a name without a dot, which such a record cannot hold.'),
    priority: z.int().nullable().describe('Preference of an MX record; null for other types.'),
    status: z
      .enum(['pending', 'verified', 'failed'])
      .describe(
        '`pending`: not found yet. `failed`: something else is there, it has gone, or it was not there when a look-up was asked for.',
      ),
    found: z
      .array(z.string())
      .nullable()
      .optional()
      .describe(
        'In the answer to a verification alone: what DNS has at the name now, at most 10 records of 1000 characters; empty where there is none, null where DNS did not answer.',
      ),
  })
  .meta({ id: 'DomainRecord' });

/** A sending domain and the DNS records that prove it. */
export const domain = z
  .object({
    id,
    name: z.string().describe('The domain name, in lower case, with A-labels.'),
    status: domainStatus.describe('Mail is sent only from a `verified` domain.'),
    records: z.array(record).describe('The DNS records to publish, with the result of the last look-up of each.'),
    default_from_local_part: z.string().nullable().describe('Local part of the sender of broadcasts that name none; null for `hello`.'),
    open_tracking: z.boolean().describe('Whether opens of mail from this domain are tracked, unless the mail says otherwise.'),
    click_tracking: z.boolean().describe('Whether clicks in mail from this domain are tracked, unless the mail says otherwise.'),
    inbound: z.boolean().describe('Whether mail to this domain is received.'),
    created_at: timestamp,
    verified_at: timestamp.nullable().describe('When it was last verified, ms since 1970-01-01T00:00:00Z; null before.'),
  })
  .meta({ id: 'Domain' });

export type Domain = z.infer<typeof domain>;
export type DomainRecord = z.infer<typeof record>;

const settings = {
  open_tracking: z.boolean().optional().describe('Track opens of mail from this domain; off by default.'),
  click_tracking: z.boolean().optional().describe('Track clicks in mail from this domain; off by default.'),
  inbound: z.boolean().optional().describe('Receive mail to this domain; off by default.'),
  default_from_local_part: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/, 'The part of an address before the @.')
    .nullable()
    .optional()
    .describe('Local part of the sender of broadcasts that name none.'),
};

/** Body of `POST /v1/domains`. */
export const createDomainRequest = z.object({
  name: z.string().max(1000).describe('Domain name, such as `mail.example.com`.'),
  ...settings,
});

const updateDomainRequest = z.object(settings);

export const domains = {
  create: op({
    method: 'POST',
    path: '/v1/domains',
    summary: 'Add a sending domain',
    description:
      'Makes a DKIM key pair and answers the DNS records to publish. Mail can be sent once the domain is verified: the records are looked up every five minutes for an hour, then hourly for three days, and by `POST /v1/domains/{id}/verify`.',
    tags: ['Domains'],
    scope: 'full',
    body: createDomainRequest,
    responses: { 201: domain },
    answers: { 201: 'The domain is there, with the DNS records to publish.' },
    errors: ['invalid_domain', 'domain_taken', 'domain_limit_reached'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/domains',
    summary: 'List sending domains',
    description: 'Every sending domain of the tenant with its DNS records, newest first, or those of one `status`.',
    tags: ['Domains'],
    scope: 'full',
    query: keysetQuery('dom').extend({ status: knownFilter(domainStatuses, 'Only sending domains in this state') }),
    responses: { 200: keysetPage(domain) },
    answers: { 200: 'A page of sending domains, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/domains/{id}',
    summary: 'Get a sending domain',
    description: 'The domain and its DNS records, with the result of the last look-up of each.',
    tags: ['Domains'],
    scope: 'full',
    params: idParam,
    responses: { 200: domain },
    answers: { 200: 'The domain with its DNS records.' },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/domains/{id}',
    summary: 'Change the settings of a sending domain',
    description:
      'Changes the fields given and leaves the others; null clears `default_from_local_part`. Turning tracking or inbound mail on may add records to publish.',
    tags: ['Domains'],
    scope: 'full',
    params: idParam,
    body: updateDomainRequest,
    nulls: 'keep',
    responses: { 200: domain },
    answers: { 200: 'The domain as it is now.' },
    errors: ['not_found'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/domains/{id}',
    summary: 'Delete a sending domain',
    description: 'Accepted mail from this domain that has not gone out yet fails with reason `from_domain_not_verified`.',
    tags: ['Domains'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The domain is gone, and nothing is sent from it any more.' },
    errors: ['not_found'],
  }),
  verify: op({
    method: 'POST',
    path: '/v1/domains/{id}/verify',
    summary: 'Check the DNS records now',
    description: 'Looks the records up and returns the domain with the results.',
    tags: ['Domains'],
    scope: 'full',
    params: idParam,
    responses: { 200: domain },
    answers: { 200: 'The domain, with what DNS says now.' },
    errors: ['not_found', 'domain_taken'],
  }),
};
