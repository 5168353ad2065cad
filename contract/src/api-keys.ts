import { z } from 'zod';
import { deleted, id, idParam, name, storedName, timestamp } from './core/fields.ts';
import { op } from './core/operation.ts';
import { keysetPage, keysetQuery } from './core/pagination.ts';

/** `full_access` may do everything, `sending_access` only send. */
export const permission = z
  .enum(['full_access', 'sending_access'])
  .describe('`full_access` allows everything, `sending_access` only sending.');

export type Permission = z.infer<typeof permission>;

const createdKey = z
  .object({
    id,
    name: storedName,
    permission,
    domain_id: id.nullable().describe('The only domain this key may send from; null for every verified one.'),
    prefix: z.string().describe('First characters of the key, to recognise it.'),
    created_at: timestamp,
    key: z.string().describe('The key itself, shown only once.'),
  })
  .meta({ id: 'CreatedApiKey' });

const apiKey = createdKey
  .omit({ key: true })
  .extend({ last_used_at: timestamp.nullable().describe('Accurate to a minute.') })
  .meta({ id: 'ApiKey' });

/** Body of `POST /v1/api-keys`. */
export const createApiKeyRequest = z.object({
  name,
  permission,
  domain_id: z.string().optional().describe('A verified domain; only with `sending_access`.'),
});

/** Answers shared by the tenant's and the operator's routes. */
export const apiKeyAnswers = { created: createdKey, page: keysetPage(apiKey) };

export type ApiKey = z.infer<typeof apiKey>;
export type CreatedApiKey = z.infer<typeof createdKey>;

export const apiKeys = {
  create: op({
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    description: 'The response contains the key, which is stored only as a hash and cannot be shown again.',
    tags: ['API keys'],
    scope: 'full',
    body: createApiKeyRequest,
    responses: { 201: createdKey },
    answers: { 201: 'The key, shown this once.' },
    errors: [],
  }),
  list: op({
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys',
    description: 'Every key that is not revoked, newest first, without the keys themselves.',
    tags: ['API keys'],
    scope: 'full',
    query: keysetQuery('key'),
    responses: { 200: apiKeyAnswers.page },
    answers: { 200: 'A page of keys, newest first, without the keys themselves.' },
    errors: ['invalid_cursor'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on, in every process.',
    tags: ['API keys'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The key is refused from now on.' },
    errors: ['not_found'],
  }),
};
