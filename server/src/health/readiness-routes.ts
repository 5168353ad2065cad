import { API_VERSION, type adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { listMigrations } from '../db/migrate.ts';
import type { Watch } from '../watch/create-watch.ts';
import { createSnapshot } from '../watch/snapshot.ts';
import { answersSoon } from './routes.ts';

const DEADLINE_MS = 2000;
/** Nobody takes migrations away unless the database is replaced by another. */
const MIGRATIONS = { freshMs: 30_000, patienceMs: DEADLINE_MS, staleMs: 0 };

type Provider = Awaited<ReturnType<Watch['provider']>>;

function presentProvider(provider: Provider) {
  if (provider === null) return 'not_used' as const;
  return provider.isUp ? ('ok' as const) : (provider.fault ?? ('unknown' as const));
}

/** `/health/ready`: whether the process can do all of its work. */
export function readinessRoutes(
  app: Pick<AppContext, 'db' | 'log'>,
  watch: Pick<Watch, 'provider'>,
): Handlers<typeof adminContract>['readiness'] {
  const { db, log } = app;
  const onFault = (err: unknown) => log.warn({ err }, 'the migrations cannot be looked up');
  const migrations = createSnapshot(async () => (await listMigrations(db.write)).pending, { ...MIGRATIONS, onFault });

  async function lookAtMigrations(): Promise<string> {
    const pending = await migrations.get();
    if (pending === undefined) return 'unknown';
    return pending.length === 0 ? 'ok' : `lacks ${pending.join(', ')}`;
  }

  return {
    check: async () => {
      const [database, lacking, provider] = await Promise.all([answersSoon(app), lookAtMigrations(), watch.provider()]);
      const checks = { database: database ? 'ok' : 'unreachable', migrations: lacking, provider: presentProvider(provider) } as const;
      const isReady = database && lacking === 'ok' && (provider === null || provider.isUp);
      return isReady
        ? reply(200, { status: 'ready', version: API_VERSION, checks } as const)
        : reply(503, { status: 'unavailable', checks } as const);
    },
  };
}
