import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { HIDDEN_MS, lockOverdue, type Placement, reissueMessages } from '../messages/index.ts';
import { takeTurns } from './pace-store.ts';

const MINUTE_MS = 60_000;
const PAGE = 500;

/** When mail comes due, the first and each further one; jobs are made at once where it is hidden from the sweep. */
export interface Due {
  readonly dueAt: number;
  readonly dueStep: number;
}

/** How fast the broadcast mail of a tenant goes out. */
export interface Pace {
  /** Whether there is one: then a sweep makes the jobs, as the mail comes due. */
  readonly kept: boolean;
  /** Gives so many mails of a tenant their turns. */
  schedule(trx: Trx, tenantId: string, count: number): Promise<Due>;
  /** Gives what came due while nobody swept new turns, instead of letting all of it go at once. */
  catchUp(): Promise<void>;
}

export function broadcastPace({ db, clock, config }: AppContext): Pace {
  const step = config.BROADCAST_RATE === 0 ? 0 : Math.ceil(MINUTE_MS / config.BROADCAST_RATE);

  async function catchUpPage(): Promise<number> {
    return db.transact(async (trx) => {
      const now = clock.now();
      const overdue = await lockOverdue(trx, { before: now - MINUTE_MS, most: PAGE });
      if (overdue.length === 0) return 0;
      const byTenant = Map.groupBy(overdue, ({ tenantId }) => tenantId);
      const counts = new Map([...byTenant].map(([id, own]) => [id, own.length]));
      const turns = await takeTurns(trx, { counts, step, now });
      const placed = [...byTenant].flatMap(([tenantId, own]): Placement[] =>
        own.map(({ id }, place) => ({ id, dueAt: (turns.get(tenantId) ?? now) + place * step })),
      );
      await reissueMessages(trx, placed);
      return overdue.length;
    });
  }

  return {
    kept: step > 0,
    async schedule(trx, tenantId, count) {
      const now = clock.now();
      if (step === 0 || count === 0) return { dueAt: now + HIDDEN_MS, dueStep: 0 };
      const turns = await takeTurns(trx, { counts: new Map([[tenantId, count]]), step, now });
      return { dueAt: turns.get(tenantId) ?? now, dueStep: step };
    },
    async catchUp() {
      if (step > 0) while ((await catchUpPage()) === PAGE);
    },
  };
}
