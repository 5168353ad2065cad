import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** A delivery has three versions: as it waits, is claimed and is settled. The second finds room beside the first, and the third where the first was. */
const FILLED_PERCENT = 40;

/** That claims of webhooks stay in the page of their row, and out of seven indexes. */
export const roomForClaims = ({ filledTo }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of filledTo('webhook_deliveries', FILLED_PERCENT)) await statement.execute(db);
  },
});
