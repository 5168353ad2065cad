import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists the broadcasts of a tenant by their status. */
export const broadcastStatus = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex('broadcasts_list_by_status').on('broadcasts').columns(['tenant_id', 'status', 'created_at', 'id']).execute();
  },
});
