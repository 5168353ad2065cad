import type { Trx } from '../../../server/src/db/dialect.ts';
import type { Engine } from '../../support/engines.ts';

/** What is asked for, the index that has to answer it (a pattern), the query, and the one engine that answers it so. */
export type Plan = readonly [what: string, index: string, query: (trx: Trx) => Promise<unknown>, engine?: Engine['name']];

/** A page of a list in the middle. */
export const page = { limit: 25, cursor: { createdAt: 5, id: 'x' } };
