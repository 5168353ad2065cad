import type { Logger } from 'pino';
import type { AppContext } from './app-context.ts';
import type { Config } from './config/config.ts';
import { createVirtualClock } from './core/clock.ts';
import { createPriority } from './core/concurrency/priority.ts';
import { type NewKeyPair, newRsaKeyPair } from './core/crypto/key-pair.ts';
import type { Random } from './core/crypto/random.ts';
import { createSecretBox, type SecretKeys } from './core/crypto/secret-box.ts';
import { createLogThrottle } from './core/errors/log-throttle.ts';
import { createHooks } from './core/hooks.ts';
import { createIdFactory } from './core/ids.ts';
import { openDatabase } from './db/open.ts';
import type { OpenOptions } from './db/open-options.ts';
import { createLog } from './log.ts';
import { refuseMoved } from './move/refuse-moved.ts';

/** Overrides of what a context is made of, for tests. */
export interface ContextOptions {
  readonly log?: Logger;
  /** RSA-2048 by default. */
  readonly newKeyPair?: NewKeyPair;
  /** Overrides of how the database is opened. */
  readonly database?: Partial<OpenOptions>;
}

/** Opens the database and creates the context of the features. The caller closes `app.db`. */
export async function openAppContext(
  config: Config,
  options: ContextOptions,
  { keys, random }: { readonly keys: SecretKeys; readonly random: Random },
): Promise<AppContext> {
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const onSkew = (aheadMs: number) =>
    log.warn({ ahead_ms: aheadMs }, "the clock of this machine is not the database's, by which everything here goes");
  const throttle = createLogThrottle();
  const onCheckpointFault = (err: unknown) =>
    throttle.throttled('checkpoint', (omitted) =>
      log.warn({ err, omitted }, 'the write-ahead log of the database grows: it could not be moved into the file'),
    );
  const opened = { directUrl: config.DATABASE_LISTEN_URL, onSkew, onCheckpointFault, ...options.database };
  const db = await openDatabase(config.DATABASE_URL, opened);
  await refuseMoved(db.read, config.DATABASE_URL).catch(async (error) => {
    await db.close();
    throw error;
  });
  return {
    config,
    db,
    clock: config.CLOCK === 'virtual' ? createVirtualClock(db.clock.now()) : db.clock,
    random,
    newId: createIdFactory(random),
    priority: createPriority(),
    newKeyPair: options.newKeyPair ?? newRsaKeyPair,
    secrets: createSecretBox(keys, random),
    hooks: createHooks(),
    log,
  };
}
