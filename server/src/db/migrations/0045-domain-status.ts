import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists the domains of a tenant by their status. */
export const domainStatus = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex('domains_by_status').on('domains').columns(['tenant_id', 'status', 'created_at', 'id']).execute();
  },
});
