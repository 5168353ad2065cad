import type { Kysely } from 'kysely';
import { ApiError } from '../core/api-error.ts';

import type { Schema } from '../db/schema.ts';
import type { Filter } from './filter.ts';
import { findValueFault, invalidFilter, parseFilter } from './parse-filter.ts';
import { findAudienceIds } from './store.ts';

interface NamedAudience {
  readonly id: string;
  readonly path: string;
}

/** The audiences that a filter names, with their places in it. */
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
 * Reads a filter as it was submitted and looks up the audiences that it names. To be done whenever a
 * filter is saved and whenever it is used, since audiences are deleted.
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

/** As `checkFilter`, of a filter that somebody gives now. Those that were saved are used as they are. */
export async function checkGivenFilter(db: Kysely<Schema>, tenantId: string, given: unknown): Promise<Filter | ApiError<'invalid_filter'>> {
  const checked = await checkFilter(db, tenantId, given);
  return checked instanceof ApiError ? checked : (findValueFault(given) ?? checked);
}
