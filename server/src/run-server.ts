import { constants } from 'node:os';
import pTimeout from 'p-timeout';
import type { AppContext } from './app-context.ts';
import { ConfigError, readConfig } from './config.ts';
import { createSystemRandom } from './core/crypto/random.ts';
import type { SecretKeys } from './core/crypto/secret-box.ts';
import { Unavailable } from './core/unavailable.ts';
import { backUpDatabase } from './db/backup.ts';
import { RECOVER } from './db/db.ts';
import { migrateDatabase } from './db/migrate-database.ts';
import { assertDatabase, DatabaseInUse } from './db/open.ts';
import { startWithDemo } from './demo.ts';
import { ensureMigrated } from './ensure-migrated.ts';
import { abandonMove } from './move/abandon-move.ts';
import { moveDatabase } from './move/move-database.ts';
import { openAppContext } from './open-app-context.ts';
import { createQueue } from './queue/create-queue.ts';
import { checkSealed } from './secrets/check-sealed.ts';
import { findSecretKeys } from './secrets/find-secret-keys.ts';
import { rekey } from './secrets/rekey.ts';
import { type RunningServer, type StartOptions, startServer } from './start-server.ts';

/** More than the graces of a stop, which run side by side. */
const STOP_WITHIN_MS = 9000;
const BAD_CONFIGURATION = 2;
/** What shells add to the number of the signal that ended a process. */
const SIGNALLED = 128;

function lineFor(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseInUse) return error.message;
  if (!(error instanceof Unavailable)) return undefined;
  const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
  if (error.isPermanent) return `DATABASE_URL: the file is damaged: ${reason}; ${RECOVER}`;
  return `DATABASE_URL: the database is unavailable: ${reason}`;
}

/** What the operator can mend is one line and exit 2; anything else is a fault of ours. */
async function toExitCode(run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    const line = lineFor(error);
    if (line === undefined) throw error;
    process.stderr.write(`posthorn: ${line}\n`);
    return BAD_CONFIGURATION;
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Not once: a terminal's Ctrl-C may come twice, and a second one without a listener would end the process at once.
    // A terminal that is closed says SIGHUP.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** What is still under way after this long is found and finished by the next start. */
const stopInTime = (server: RunningServer) => pTimeout(server.stop(), { milliseconds: STOP_WITHIN_MS, message: false });

export interface RunOptions extends StartOptions {
  /** Makes a tenant to try things with, at the first start, and prints how. */
  readonly demo?: boolean;
}

/** Serves until SIGTERM, SIGINT or SIGHUP; resolves with the exit code. */
export function runServer({ demo = false, ...options }: RunOptions): Promise<number> {
  return toExitCode(async () => {
    const stopping = untilSignal();
    const server = await (demo ? startWithDemo(options) : startServer(options));
    server.prepareConsole();
    await stopping;
    await stopInTime(server);
  });
}

/** Does something with a database, and with nothing else. */
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

/** Brings the database up to date and says on stdout what was done; resolves with the exit code. */
export function runMigrate({ environment }: Pick<StartOptions, 'environment'>): Promise<number> {
  return toExitCode(() =>
    withDatabase(environment, async (app) => {
      const { ran, copy } = await migrateDatabase(app.db, app.config);
      await createQueue(app).install();
      if (copy !== null) process.stdout.write(`Kept a copy in ${copy}.\n`);
      process.stdout.write(ran.length === 0 ? 'The database is up to date.\n' : ran.map((name) => `Ran ${name}.\n`).join(''));
    }),
  );
}

/** Seals anew what earlier keys have sealed, and says on stdout how much; resolves with the exit code. */
export function runRekey({ environment }: Pick<StartOptions, 'environment'>): Promise<number> {
  return toExitCode(async () => {
    assertDatabase(readConfig(environment).DATABASE_URL);
    await withDatabase(environment, async (app, keys) => {
      await ensureMigrated(app, { migrate: false });
      const secrets = await checkSealed(app, keys);
      const done = await rekey({ db: app.db, secrets });
      process.stdout.write(`Sealed ${done} secret${done === 1 ? '' : 's'} anew. SECRET_KEY alone opens the database now.\n`);
    });
  });
}

/** Says, to whoever ends a move by a signal, what is to be done: until then the file may be refused. */
function sayBrokenOff(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.stderr.write('posthorn: broken off; run posthorn move again, which ends it, or posthorn move --abandon, which gives it up\n');
      process.exit(SIGNALLED + constants.signals[signal]);
    });
}

/** Moves the embedded database to the one that TARGET_DATABASE_URL names, or gives up a move that was broken off; resolves with the exit code. */
export function runMove({
  environment,
  abandon = false,
}: Pick<StartOptions, 'environment'> & { readonly abandon?: boolean }): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (!abandon) sayBrokenOff();
  return toExitCode(() => (abandon ? abandonMove : moveDatabase)({ environment, say }));
}

/** Writes a copy of the embedded database and says on stdout where it is; resolves with the exit code. */
export function runBackup({ environment, file }: Pick<StartOptions, 'environment'> & { readonly file: string }): Promise<number> {
  return toExitCode(async () => {
    backUpDatabase(readConfig(environment).DATABASE_URL, file);
    process.stdout.write(`Wrote ${file}.\n`);
  });
}
