import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { HIDDEN_MS, lockOverdue, type Message, type Placement, reissueMessages } from '../../messages/index.ts';
import { lockPaces, reserveTurns, updateHanded } from './pace-store.ts';

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
  const turns = await reserveTurns(trx, { counts: new Map([[tenantId, count]]), step, now });
  return { dueAt: turns.get(tenantId) ?? now, dueStep: step };
}

/** Takes new turns for mail whose own went by, in its order. */
async function placeAnew(
  { clock, config }: AppContext,
  trx: Trx,
  mails: readonly { readonly id: string; readonly tenantId: string }[],
): Promise<Placement[]> {
  if (mails.length === 0) return [];
  const now = clock.now();
  const step = stepOf(config);
  const byTenant = Map.groupBy(mails, ({ tenantId }) => tenantId);
  const counts = new Map([...byTenant].map(([id, own]) => [id, own.length]));
  const turns = await reserveTurns(trx, { counts, step, now });
  return [...byTenant].flatMap(([tenantId, own]): Placement[] =>
    own.map(({ id }, place) => ({ id, dueAt: (turns.get(tenantId) ?? now) + place * step })),
  );
}

async function rescheduleOverduePage(app: AppContext): Promise<number> {
  const { db, clock, config } = app;
  return db.transact(async (trx) => {
    const overdue = await lockOverdue(trx, { before: clock.now() - lateOf(config), most: PAGE });
    await reissueMessages(trx, await placeAnew(app, trx, overdue));
    return overdue.length;
  });
}

/** Gives mail that came due while nobody swept new turns, instead of letting all of it go at once. */
export async function rescheduleOverdue(app: AppContext): Promise<void> {
  if (isPaced(app)) while ((await rescheduleOverduePage(app)) === PAGE);
}

/**
 * Returns the claimed mail of broadcasts that the pace leaves no room for, with new turns: its job came late, as where the
 * provider hung or other mail went first. What was tried before goes when it is due, and takes the room of what was not.
 */
export async function postponeExcess(app: AppContext, trx: Trx, claimed: readonly Message[]): Promise<Placement[]> {
  const step = stepOf(app.config);
  const mails = claimed.filter(({ broadcastId }) => broadcastId !== null).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (step === 0 || app.config.CLOCK !== 'real' || mails.length === 0) return [];
  const now = app.clock.now();
  const byTenant = Map.groupBy(mails, ({ tenantId }) => tenantId);
  const handed = await lockPaces(trx, [...byTenant.keys()]);
  const excess: Message[] = [];
  for (const [tenantId, own] of byTenant) {
    const { tried = [], fresh = [] } = Object.groupBy(own, ({ attempts }) => (attempts > 0 ? 'tried' : 'fresh'));
    const until = Math.max(handed.get(tenantId) ?? 0, now) + tried.length * step;
    const room = Math.max(0, Math.floor((now + LATE_MS - until) / step) + 1);
    excess.push(...fresh.slice(room));
    handed.set(tenantId, until + Math.min(room, fresh.length) * step);
  }
  await updateHanded(trx, handed);
  return placeAnew(app, trx, excess);
}
