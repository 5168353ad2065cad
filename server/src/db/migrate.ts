import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../config/config-error.ts';
import { systemClock } from '../core/clock.ts';
import { columnTypesOf } from './dialect.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { sending } from './migrations/0002-sending.ts';
import { suppressions } from './migrations/0003-suppressions.ts';
import { templates } from './migrations/0004-templates.ts';
import { contacts } from './migrations/0005-contacts.ts';
import { attachments } from './migrations/0006-attachments.ts';
import { credits } from './migrations/0007-credits.ts';
import { contactJobs } from './migrations/0009-contact-jobs.ts';
import { segments } from './migrations/0010-segments.ts';
import { webhooks } from './migrations/0011-webhooks.ts';
import { inbound } from './migrations/0012-inbound.ts';
import { broadcasts } from './migrations/0014-broadcasts.ts';
import { automations } from './migrations/0015-automations.ts';
import { keyProofs } from './migrations/0016-key-proofs.ts';
import { envelopes } from './migrations/0017-envelopes.ts';
import { inboundSpool } from './migrations/0018-inbound-spool.ts';
import { storage } from './migrations/0019-storage.ts';
import { postmaster } from './migrations/0022-postmaster.ts';
import { waiting } from './migrations/0023-waiting.ts';
import { people } from './migrations/0025-people.ts';
import { factors } from './migrations/0026-factors.ts';
import { stats } from './migrations/0027-stats.ts';
import { search } from './migrations/0028-search.ts';
import { eventFeed } from './migrations/0029-event-feed.ts';
import { importFailures } from './migrations/0030-import-failures.ts';
import { issuer } from './migrations/0031-issuer.ts';
import { partitions } from './migrations/0032-partitions.ts';
import { fewerIndexes } from './migrations/0033-fewer-indexes.ts';
import { stagedBodies } from './migrations/0034-staged-bodies.ts';
import { pacesHanded } from './migrations/0035-paces-handed.ts';
import { pacesRetries } from './migrations/0036-paces-retries.ts';
import { pacesExact } from './migrations/0037-paces-exact.ts';
import { moves } from './migrations/0038-moves.ts';
import { capturedFrom } from './migrations/0039-captured-from.ts';
import { keptRetries } from './migrations/0040-kept-retries.ts';
import { charges } from './migrations/0041-charges.ts';
import { roomForClaims } from './migrations/0042-room-for-claims.ts';
import { doubtsApart } from './migrations/0043-doubts-apart.ts';
import { importAudience } from './migrations/0044-import-audience.ts';
import { domainStatus } from './migrations/0045-domain-status.ts';
import { earlierSecrets } from './migrations/0046-earlier-secrets.ts';
import { failingWebhooks } from './migrations/0047-failing-webhooks.ts';
import { namedAddresses } from './migrations/0048-named-addresses.ts';
import { importStatus } from './migrations/0049-import-status.ts';
import { broadcastStatus } from './migrations/0050-broadcast-status.ts';
import { audienceCounts } from './migrations/0052-audience-counts.ts';
import { failedNames } from './migrations/0053-failed-names.ts';
import { jobsByGroup } from './migrations/0054-jobs-by-group.ts';
import type { Schema } from './schema.ts';

/** In the order of their names. A migration adds, and takes away no more than indexes, so that the release before runs on the new schema. */
const migrations = {
  '0001-foundation': foundation,
  '0002-sending': sending,
  '0003-suppressions': suppressions,
  '0004-templates': templates,
  '0005-contacts': contacts,
  '0006-attachments': attachments,
  '0007-credits': credits,
  '0009-contact-jobs': contactJobs,
  '0010-segments': segments,
  '0011-webhooks': webhooks,
  '0012-inbound': inbound,
  '0014-broadcasts': broadcasts,
  '0015-automations': automations,
  '0016-key-proofs': keyProofs,
  '0017-envelopes': envelopes,
  '0018-inbound-spool': inboundSpool,
  '0019-storage': storage,
  '0022-postmaster': postmaster,
  '0023-waiting': waiting,
  '0025-people': people,
  '0026-factors': factors,
  '0027-stats': stats,
  '0028-search': search,
  '0029-event-feed': eventFeed,
  '0030-import-failures': importFailures,
  '0031-issuer': issuer,
  '0032-partitions': partitions,
  '0033-fewer-indexes': fewerIndexes,
  '0034-staged-bodies': stagedBodies,
  '0035-paces-handed': pacesHanded,
  '0036-paces-retries': pacesRetries,
  '0037-paces-exact': pacesExact,
  '0038-moves': moves,
  '0039-captured-from': capturedFrom,
  '0040-kept-retries': keptRetries,
  '0041-charges': charges,
  '0042-room-for-claims': roomForClaims,
  '0043-doubts-apart': doubtsApart,
  '0044-import-audience': importAudience,
  '0045-domain-status': domainStatus,
  '0046-earlier-secrets': earlierSecrets,
  '0047-failing-webhooks': failingWebhooks,
  '0048-named-addresses': namedAddresses,
  '0049-import-status': importStatus,
  '0050-broadcast-status': broadcastStatus,
  '0052-audience-counts': audienceCounts,
  '0053-failed-names': failedNames,
  '0054-jobs-by-group': jobsByGroup,
};

const TABLE = 'posthorn_migrations';
const LOCK = { lockTable: 'posthorn_migrations_lock', lockRowId: 'migration_lock' };

/** What is reported about each migration that was run. */
export interface RanMigration {
  readonly name: string;
  readonly tookMs: number;
}
export type OnRan = (migration: RanMigration) => void;

/** The migration itself, and how long it took. */
const timed = (name: string, { up }: Migration, onRan: OnRan): Migration => ({
  async up(db) {
    const startedAt = systemClock.monotonic();
    await up(db);
    onRan({ name, tookMs: Math.round(systemClock.monotonic() - startedAt) });
  },
});

/** Creates Kysely's migrator with the migrations of the engine of a database. */
export function createMigrator(db: Kysely<Schema>, onRan: OnRan = () => undefined): Migrator {
  const entries = Object.entries(migrations).map(([name, create]) => [name, timed(name, create(columnTypesOf(db)), onRan)] as const);
  return new Migrator({
    db,
    migrationTableName: TABLE,
    migrationLockTableName: LOCK.lockTable,
    // A clone may have been between two merges, of which the later one brought the lower number.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => Object.fromEntries(entries) },
  });
}

/** Returns the names of the migrations that a database has, and of those that it lacks, in their order. */
export async function listMigrations(db: Kysely<Schema>): Promise<{ done: string[]; pending: string[] }> {
  const known = await createMigrator(db).getMigrations();
  const namesOf = (executed: boolean) => known.filter(({ executedAt }) => (executedAt !== undefined) === executed).map(({ name }) => name);
  return { done: namesOf(true), pending: namesOf(false) };
}

/** Returns a table of a database in which nothing of ours was made, by the names of all that there are; undefined where it is empty or ours. */
export const findForeignTable = (there: readonly string[]): string | undefined => (there.includes(TABLE) ? undefined : there[0]);

/** What is wrong with a database that has such a table, and what to do. */
export const describeForeign = (table: string): { readonly fault: string; readonly remedy: string } =>
  table.startsWith('pgboss.')
    ? {
        fault: 'another program, or another Posthorn, has its queue in this database (schema pgboss)',
        remedy: 'name a database of its own, or drop that schema if it is left over',
      }
    : { fault: `the database has tables that are not Posthorn's, such as ${table}`, remedy: 'name one of its own' };

/** The same as the message of an error. */
export function foreignError(setting: string, table: string): ConfigError {
  const { fault, remedy } = describeForeign(table);
  return new ConfigError(`${setting}: ${fault}; ${remedy}`);
}

/** Has everybody else wait who is about to migrate, until the transaction ends. */
export const lockMigrations = (trx: Kysely<Schema>): Promise<void> => trx.getExecutor().adapter.acquireMigrationLock(trx, LOCK);
