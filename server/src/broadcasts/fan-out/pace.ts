import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { HIDDEN_MS, lockOverdue, type Placement, reissueMessages } from '../../messages/index.ts';
import { takeTurns } from './pace-store.ts';

const PAGE = 500;
/** So late is mail on the real clock only after a standstill: what had come due by then would go at once, and then the next minute's. */
const LATE_MS = 5000;

/** When mail comes due, the first and each further one; jobs are made at once where it is hidden from the sweep. */
export interface Due {
  readonly dueAt: number;
  readonly dueStep: number;
}

/** Returns the milliseconds from one broadcast mail of a tenant to the next; 0 where no pace is kept. */
const stepOf = ({ BROADCAST_RATE: rate }: Config) => (rate === 0 ? 0 : Math.ceil(MINUTE_MS / rate));

/** How late mail may be and keep its turn; a virtual clock is moved by minutes, and what it passes over is due. */
const lateOf = ({ CLOCK }: Config) => (CLOCK === 'real' ? LATE_MS : MINUTE_MS);

/** Returns whether a pace is kept: then a sweep makes the jobs, as the mail comes due. */
export const isPaced = ({ config }: AppContext): boolean => stepOf(config) > 0;

/** Gives mails of a tenant their turns. */
export async function scheduleMail(
  { clock, config }: AppContext,
  trx: Trx,
  { tenantId, count }: { readonly tenantId: string; readonly count: number },
): Promise<Due> {
  const now = clock.now();
  const step = stepOf(config);
  if (step === 0 || count === 0) return { dueAt: now + HIDDEN_MS, dueStep: 0 };
  const turns = await takeTurns(trx, { counts: new Map([[tenantId, count]]), step, now });
  return { dueAt: turns.get(tenantId) ?? now, dueStep: step };
}

async function rescheduleOverduePage({ db, clock, config }: AppContext): Promise<number> {
  return db.transact(async (trx) => {
    const now = clock.now();
    const step = stepOf(config);
    const overdue = await lockOverdue(trx, { before: now - lateOf(config), most: PAGE });
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

/** Gives mail that came due while nobody swept new turns, instead of letting all of it go at once. */
export async function rescheduleOverdue(app: AppContext): Promise<void> {
  if (isPaced(app)) while ((await rescheduleOverduePage(app)) === PAGE);
}
