import type { Kysely } from 'kysely';
import { ApiError } from '../core/errors/api-error.ts';

import type { Schema } from '../db/schema.ts';
import type { Filter } from './filter.ts';
import { findValueFault, invalidFilter, parseFilter } from './parse-filter.ts';
import { findAudienceIds } from './store.ts';

interface NamedAudience {
  readonly id: string;
  readonly path: string;
}

/** Returns the audiences that a filter names, with their places in it. */
function audiencesOf(filter: Filter, path = ''): NamedAudience[] {
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.nodes.flatMap((node, index) => audiencesOf(node, `${under(filter.kind)}[${index}]`));
    case 'not':
      return audiencesOf(filter.node, under('not'));
    case 'audience':
      return filter.ids.map((id) => ({ id, path: under('value') }));
    default:
      return [];
  }
}

/**
 * Parses a submitted filter and looks up the audiences that it names. Must run whenever a filter is saved or used, since audiences may
 * have been deleted.
 */
export async function checkFilter(db: Kysely<Schema>, tenantId: string, given: unknown): Promise<Filter | ApiError<'invalid_filter'>> {
  const filter = parseFilter(given);
  if (filter instanceof ApiError) return filter;
  const named = audiencesOf(filter);
  if (named.length === 0) return filter;
  const known = new Set(await findAudienceIds(db, { tenantId, ids: named.map(({ id }) => id) }));
  const unknown = named.find(({ id }) => !known.has(id));
  return unknown === undefined ? filter : invalidFilter(unknown.path, 'There is no such audience.');
}

/** Does the same for a filter given now; value checks do not apply to saved filters. */
export async function checkGivenFilter(db: Kysely<Schema>, tenantId: string, given: unknown): Promise<Filter | ApiError<'invalid_filter'>> {
  const checked = await checkFilter(db, tenantId, given);
  return checked instanceof ApiError ? checked : (findValueFault(given) ?? checked);
}
