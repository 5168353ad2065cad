import { sql } from 'kysely';

/** The most rows that are counted of what waits in one state and for one reason, as SQL: an outage can leave millions, and each look at them would take seconds. More count as so many. */
export const MOST_COUNTED = sql.lit(100_000);
