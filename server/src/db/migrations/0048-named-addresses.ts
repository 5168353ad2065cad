import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whom received mail names beside its sender and those it is to, and a way to the captured copies of a message: for erasures. */
export const namedAddresses = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('inbound_mails').addColumn('other_addrs', 'text').execute();
    await schema.createIndex('captured_mail_of_message').on('captured_mail').column('message_id').execute();
  },
});
