import type { contract } from '@posthorn/contract';
import type { z } from 'zod';
import { ApiError } from '../../core/errors/api-error.ts';
import { bareAddress } from '../../suppressions/index.ts';
import type { MessageSearch } from './search-messages.ts';

type Query = z.output<(typeof contract)['messages']['search']['query']>;

const refuse = (field: string, detail: string) => new ApiError('validation_failed', { field }, { detail: `${field}: ${detail}` });

/** Returns the search that a query asks for, or what is wrong with the query. */
export function readSearch(query: Query): Omit<MessageSearch, 'tenantId'> | ApiError<'validation_failed'> {
  const { limit, cursor, recipient: given, since, until, tag_key: key, tag_value: value, ...rest } = query;
  const recipient = given === undefined ? null : bareAddress(given);
  if (recipient instanceof ApiError) return refuse('recipient', 'a whole address, such as ada@example.net.');
  if (key === undefined && value !== undefined) return refuse('tag_key', 'comes with tag_value.');
  if (since !== undefined && until !== undefined && since >= until) return refuse('since', 'comes before until.');
  const { status, from, subject, stream, domain_id: domainId, template_alias: templateAlias, broadcast_id: broadcastId } = rest;
  const tag = key === undefined ? undefined : { key, value };
  return { filter: { status, from, subject, stream, domainId, templateAlias, broadcastId, tag }, recipient, since, until, cursor, limit };
}
