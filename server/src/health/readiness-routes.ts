import { API_VERSION, type adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import type { DatabaseFault } from '../db/db.ts';
import { listMigrations } from '../db/migrate.ts';
import { answersSoon } from '../watch/answers-soon.ts';
import type { Watch } from '../watch/create-watch.ts';
import { createSnapshot } from '../watch/snapshot.ts';

const DEADLINE_MS = 2000;
/** Migrations are never undone, unless another database replaces this one. */
const MIGRATIONS = { freshMs: 30_000, patienceMs: DEADLINE_MS, staleMs: 0 };

const REMEDIES: Readonly<Record<DatabaseFault, string>> = {
  read_only:
    'The database takes no writes: it is a standby, or set to read only. Name the one that takes them, or have this one take them.',
  locked: 'Another program keeps the file of the database locked: end it, and the service goes on by itself.',
  full: 'The disk of the database is full: make room, and it goes on by itself.',
  missing: 'The file of the database was removed or replaced while it was served: put it back, or restart the service.',
  damaged: 'The file of the database is damaged: stop the service, and restore a backup or recover what is left.',
};

async function lookAtDatabase(app: Pick<AppContext, 'db' | 'log'>): Promise<'ok' | 'unreachable' | DatabaseFault> {
  const [answers, fault] = await Promise.all([answersSoon(app), app.db.fault()]);
  return fault ?? (answers ? 'ok' : 'unreachable');
}

type Provider = Awaited<ReturnType<Watch['provider']>>;

function presentProvider(provider: Provider) {
  if (provider === null) return 'not_used' as const;
  return provider.isUp ? ('ok' as const) : (provider.fault ?? ('unknown' as const));
}

/** Returns the handler of `/health/ready`: whether the process can do all of its work. */
export function readinessRoutes(
  app: Pick<AppContext, 'db' | 'log'>,
  watch: Pick<Watch, 'provider'>,
): Handlers<typeof adminContract>['readiness'] {
  const { db, log } = app;
  const onFault = (err: unknown) => log.warn({ err }, 'the migrations cannot be looked up');
  const migrations = createSnapshot(async () => (await listMigrations(db.read)).pending, { ...MIGRATIONS, onFault });

  async function lookAtMigrations(): Promise<string> {
    const pending = await migrations.get();
    if (pending === undefined) return 'unknown';
    return pending.length === 0 ? 'ok' : `lacks ${pending.join(', ')}`;
  }

  return {
    check: async () => {
      const [database, lacking, provider] = await Promise.all([lookAtDatabase(app), lookAtMigrations(), watch.provider()]);
      const checks = { database, migrations: lacking, provider: presentProvider(provider) } as const;
      const isReady = database === 'ok' && lacking === 'ok' && (provider === null || provider.isUp);
      const detail = database === 'ok' || database === 'unreachable' ? {} : { detail: REMEDIES[database] };
      return isReady
        ? reply(200, { status: 'ready', version: API_VERSION, checks } as const)
        : reply(503, { status: 'unavailable', ...detail, checks } as const);
    },
  };
}
