import { type App, type AppOptions, createApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { type Config, readConfig, temporaryDirectoryOf } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { findShortSecrets } from './config/secrets.ts';
import { baseUrlOf } from './core/base-url.ts';
import { createSystemRandom, type Random } from './core/crypto/random.ts';
import type { SecretKeys } from './core/crypto/secret-box.ts';
import { createLogThrottle } from './core/errors/log-throttle.ts';
import { tryTemporaryFile } from './core/incoming/temporary-file.ts';
import { ensureMigrated } from './ensure-migrated.ts';
import type { Listener } from './feature.ts';
import { createLog } from './log.ts';
import { createFileFaultLog } from './log-file-faults.ts';
import { type ContextOptions, openAppContext } from './open-app-context.ts';
import { createQueue } from './queue/create-queue.ts';
import { findSecretKeys } from './secrets/find-secret-keys.ts';
import { proveKeys } from './secrets/prove-keys.ts';
import { type HttpListener, serveHttp } from './serve-http.ts';

export interface StartOptions extends ContextOptions, AppOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether to migrate a PostgreSQL database; a SQLite database is always migrated. */
  readonly migrate?: boolean;
  readonly random?: Random;
}

export interface RunningServer {
  /** Address of the API, or of a worker's health and metrics; null for a worker without a port. */
  readonly url: string | null;
  /** Ports of the other listeners, by name; null for those that the settings do not enable. */
  readonly ports: Readonly<Record<string, number | null>>;
  readonly app: AppContext;
  /** Builds the console ahead of its first request, if this process serves it. */
  prepareConsole(): void;
  /** Accepts and claims nothing more, waits for running requests and jobs, releases jobs that were not begun, and closes. */
  stop(): Promise<void>;
}

/** Throws ConfigError if no file can be written to the temporary directory, which large requests need. */
async function checkTemporaryDirectory(config: Config): Promise<void> {
  await tryTemporaryFile(temporaryDirectoryOf(config)).catch(({ message }: Error) => {
    throw new ConfigError(`TEMP_DIR: no file can be written there: ${message}`);
  });
}

/**
 * Starts listening over HTTP, before the service exists: its links need the port. Requests wait for it. Returns undefined for a worker
 * without a port.
 */
async function listen({ config, log }: Pick<AppContext, 'config' | 'log'>, service: Promise<App>): Promise<HttpListener | undefined> {
  const isWorker = config.ROLE === 'worker';
  const port = isWorker ? config.WORKER_PORT : config.PORT;
  if (port === undefined) return undefined;
  const at = { host: config.HOST, port, setting: isWorker ? 'WORKER_PORT' : 'PORT' } as const;
  const throttle = createLogThrottle();
  const onDropped = (answers: number) =>
    throttle.throttled('unread', (omitted) => log.warn({ answers, omitted }, 'connections were ended whose clients left too much unread'));
  const onTooMany = () =>
    throttle.throttled('pipelined', (omitted) => log.warn({ omitted }, 'a connection was ended on which too many requests waited'));
  return serveHttp(async (request, bindings) => (await service).fetch(request, bindings), at, { onDropped, onTooMany });
}

/** Returns the settings with the actual port, from which links are made if BASE_URL is not set. */
const withPort = (config: Config, listener: HttpListener | undefined): Config =>
  config.ROLE === 'worker' || listener === undefined ? config : { ...config, PORT: listener.port };

interface ServeParts extends AppOptions {
  readonly keys: SecretKeys;
  readonly migrate: boolean;
}

/** Migrates the database and starts a server on it. If it fails, whatever it listens on is closed again. */
async function serve(opened: AppContext, { keys, migrate, ...options }: ServeParts): Promise<RunningServer> {
  const { config, db, log } = opened;
  const started = Promise.withResolvers<App>();
  const listening: Pick<Listener, 'close'>[] = [];
  const close = () => Promise.all(listening.map((listener) => listener.close()));
  try {
    const migrated = await ensureMigrated(opened, { migrate });
    const listener = await listen(opened, started.promise);
    if (listener !== undefined) listening.push(listener);
    const app = { ...opened, secrets: await proveKeys(opened, keys), config: withPort(config, listener) };
    const queue = createQueue(app);
    if (migrated) await queue.install();
    await queue.open();
    const service = createApp(app, queue, options);
    const others = Object.entries(await service.listen());
    listening.push(...others.flatMap(([, other]) => other ?? []));
    if (config.ROLE !== 'api') await service.startBackground();
    started.resolve(service);
    const url = listener === undefined ? null : baseUrlOf({ HOST: listener.host, PORT: listener.port });
    const ports = Object.fromEntries(others.map(([name, other]) => [name, other?.port ?? null]));
    const portFields = Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}_port`, port]));
    log.info({ url, ...portFields, role: config.ROLE, provider: new URL(config.PROVIDER_URL).protocol }, 'started');
    return {
      url,
      ports,
      app,
      prepareConsole() {
        if (config.CONSOLE && config.ROLE !== 'worker') service.prepareConsole();
      },
      async stop() {
        await Promise.all([close(), service.quiesce()]);
        await service.stop();
        await db.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    started.promise.catch(() => undefined);
    started.reject(error);
    await close();
    throw error;
  }
}

/**
 * Opens and migrates the database, and starts a server on it. Throws ConfigError or DatabaseInUse, whose message is one line for the
 * operator.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const config = readConfig(options.environment);
  await checkTemporaryDirectory(config);
  const random = options.random ?? createSystemRandom();
  const keys = findSecretKeys(config, random);
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const { onFileFault, started: logFaults } = createFileFaultLog(log);
  const opened = await openAppContext(config, { ...options, log, database: { onFileFault, ...options.database } }, { keys, random });
  for (const setting of findShortSecrets(config)) log.warn({ setting }, 'a secret is short enough to be guessed');
  try {
    const server = await serve(opened, { keys, migrate: options.migrate ?? false, reader: options.reader });
    logFaults();
    return server;
  } catch (error) {
    await opened.db.close();
    throw error;
  }
}
