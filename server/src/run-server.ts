import { constants } from 'node:os';
import pTimeout from 'p-timeout';
import type { AppContext } from './app-context.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createSystemRandom } from './core/crypto/random.ts';
import type { SecretKeys } from './core/crypto/secret-box.ts';
import { reasonOf } from './core/errors/reason-of.ts';
import { Unavailable } from './core/errors/unavailable.ts';
import { backUpDatabase } from './db/backup.ts';
import { RECOVER } from './db/db.ts';
import { isForbidden } from './db/dialect.ts';
import { migrateDatabase } from './db/migrate-database.ts';
import { assertDatabase, DatabaseInUse } from './db/open.ts';
import { startWithDemo } from './demo.ts';
import { ensureMigrated, logMigration } from './ensure-migrated.ts';
import { abandonMove } from './move/abandon-move.ts';
import { moveDatabase } from './move/move-database.ts';
import { openAppContext } from './open-app-context.ts';
import { createQueue } from './queue/create-queue.ts';
import { releaseIdleMemory } from './release-idle-memory.ts';
import { checkSealed } from './secrets/check-sealed.ts';
import { findSecretKeys } from './secrets/find-secret-keys.ts';
import { rekey } from './secrets/rekey.ts';
import { type RunningServer, type StartOptions, startServer } from './start-server.ts';

/** Longer than the grace periods of a stop, which run in parallel. */
const STOP_WITHIN_MS = 9000;
const BAD_CONFIGURATION = 2;
/** Shells add this to the number of the signal that ended a process. */
const SIGNALLED = 128;

function lineFor(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseInUse) return error.message;
  if (isForbidden(error)) return `DATABASE_URL: ${reasonOf(error)}; make the user that it names the owner of the database and its tables`;
  if (!(error instanceof Unavailable)) return undefined;
  const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
  if (error.isPermanent) return `DATABASE_URL: the file is damaged: ${reason}; ${RECOVER}`;
  return `DATABASE_URL: the database is unavailable: ${reason}`;
}

/**
 * Returns a one-line fault that the operator can fix; undefined if there is none. Anything else is a fault of the service and is thrown.
 */
async function findFault(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    const line = lineFor(error);
    if (line === undefined) throw error;
    return line;
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Not `once`: a terminal's Ctrl-C may arrive twice, and without a listener the second would end the process at once. Closing a
    // terminal sends SIGHUP.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** Whatever is still running after this time is found and finished by the next start. */
const stopInTime = (server: RunningServer) => pTimeout(server.stop(), { milliseconds: STOP_WITHIN_MS, message: false });

export interface RunOptions extends StartOptions {
  /** Creates a tenant for trying things out, at the first start, and prints how. */
  readonly demo?: boolean;
}

/** Serves until SIGTERM, SIGINT or SIGHUP; resolves with the exit code. */
export async function runServer({ demo = false, ...options }: RunOptions): Promise<number> {
  const fault = await findFault(async () => {
    const stopping = untilSignal();
    const server = await (demo ? startWithDemo(options) : startServer(options));
    server.prepareConsole();
    const endRelease = releaseIdleMemory(server.app);
    await stopping;
    endRelease();
    await stopInTime(server);
  });
  if (fault === undefined) return 0;
  process.stderr.write(`posthorn: ${fault}\n`);
  return BAD_CONFIGURATION;
}

/** Receives what was done to a database, as a record and in words. */
export interface Report {
  /** Reports the whole result. */
  result(record: object, words: string): void;
  /** Reports one step of several. */
  line(record: object, words: string): void;
}

/** The inputs of a command on a database: its settings, and how it reports. */
export interface DatabaseCommand extends Pick<StartOptions, 'environment'> {
  readonly report: Report;
}

/** Runs an action on a database, and starts nothing else. */
async function withDatabase(
  environment: StartOptions['environment'],
  run: (app: AppContext, keys: SecretKeys) => Promise<void>,
): Promise<void> {
  const config = readConfig(environment);
  const random = createSystemRandom();
  const keys = findSecretKeys(config, random);
  const app = await openAppContext(config, {}, { keys, random });
  try {
    await run(app, keys);
  } finally {
    await app.db.close();
  }
}

/** Migrates the database; resolves with what the operator has to fix, if anything. */
export function runMigrate({ environment, report }: DatabaseCommand): Promise<string | undefined> {
  return findFault(() =>
    withDatabase(environment, async (app) => {
      const { ran, copy } = await migrateDatabase(app.db, app.config, logMigration(app.log));
      await createQueue(app).install();
      const kept = copy === null ? [] : [`Kept a copy in ${copy}.`];
      const done = ran.length === 0 ? ['The database is up to date.'] : ran.map((name) => `Ran ${name}.`);
      report.result({ ran, copy }, [...kept, ...done].join('\n'));
    }),
  );
}

/** Re-encrypts what earlier keys have encrypted; resolves with what the operator has to fix, if anything. */
export function runRekey({ environment, report }: DatabaseCommand): Promise<string | undefined> {
  return findFault(async () => {
    assertDatabase(readConfig(environment).DATABASE_URL);
    await withDatabase(environment, async (app, keys) => {
      await ensureMigrated(app, { migrate: false });
      const secrets = await checkSealed(app, keys);
      const done = await rekey({ db: app.db, secrets });
      report.result({ sealed: done }, `Sealed ${done} secret${done === 1 ? '' : 's'} anew. SECRET_KEY alone opens the database now.`);
    });
  });
}

/** Tells a user who interrupts a move what to do: until then the file may be refused. */
function sayBrokenOff(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.stderr.write('posthorn: broken off; run posthorn move again, which ends it, or posthorn move --abandon, which gives it up\n');
      process.exit(SIGNALLED + constants.signals[signal]);
    });
}

/**
 * Moves the embedded database to the one that TARGET_DATABASE_URL names, or abandons an interrupted move; resolves with what the operator
 * has to fix, if anything.
 */
export function runMove({ environment, report, abandon }: DatabaseCommand & { readonly abandon: boolean }): Promise<string | undefined> {
  const say = (message: string) => report.line({ message }, message);
  if (!abandon) sayBrokenOff();
  return findFault(() => (abandon ? abandonMove : moveDatabase)({ environment, say }));
}

/** Writes a copy of the embedded database; resolves with what the operator has to fix, if anything. */
export function runBackup({ environment, report, file }: DatabaseCommand & { readonly file: string }): Promise<string | undefined> {
  return findFault(async () => {
    backUpDatabase(readConfig(environment).DATABASE_URL, file);
    report.result({ file }, `Wrote ${file}.`);
  });
}
