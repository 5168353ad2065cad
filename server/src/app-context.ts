import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Clock } from './core/clock.ts';
import type { Priority } from './core/concurrency/priority.ts';
import type { NewKeyPair } from './core/crypto/key-pair.ts';
import type { Random } from './core/crypto/random.ts';
import type { SecretBox } from './core/crypto/secret-box.ts';
import type { Hooks } from './core/hooks.ts';
import type { NewId } from './core/ids.ts';
import type { Db } from './db/db.ts';

/**
 * The base of every feature: settings, database, clocks and the like. By convention it is passed as `app`; it knows no feature. All
 * features together are an `App`.
 */
export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: NewId;
  readonly newKeyPair: NewKeyPair;
  readonly secrets: SecretBox;
  readonly log: Logger;
  /** How lower features call higher ones. */
  readonly hooks: Hooks;
  /** Gives work that somebody waits for precedence over background work. */
  readonly priority: Priority;
}
