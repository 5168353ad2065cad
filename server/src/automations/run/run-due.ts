import { chunk } from '../../core/chunk.ts';
import { systemClock } from '../../core/clock.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { isOutage } from '../../db/dialect.ts';
import type { ClaimedJob } from '../../queue/queue.ts';
import { storedProgram } from '../program/read-steps.ts';
import { findAutomation } from '../store.ts';
import { type DueAutomation, findDueAutomations, listDue } from './due-store.ts';
import { type BatchParts, runBatch } from './run-batch.ts';
import { wake } from './wake.ts';

/** How many enrollments one page has, and how many one transaction moves. */
const PAGE = 500;
const BATCH = 50;
/** Milliseconds after which an automation, and a job, goes to the end of the line. */
const TURN_MS = 2000;

/** Moves a page of the due enrollments of an automation, or as many as there is time for. Returns how many steps were done. */
async function runPage(parts: BatchParts, { version, ...key }: DueAutomation): Promise<number> {
  const { monotonic = systemClock.monotonic } = parts;
  const { db, clock } = parts.app;
  const automation = await findAutomation(db.read, key);
  if (automation === undefined) return 0;
  const program = storedProgram(automation.steps);
  const due = await listDue(db.read, { automationId: key.id, now: clock.now(), limit: PAGE });
  const until = monotonic() + TURN_MS;
  let moved = 0;
  for (const [id, group] of Map.groupBy(due, ({ step }) => step)) {
    const placed = program.steps.get(id);
    if (placed === undefined) throw new Error(`the automation ${key.id} has no step ${id}`);
    for (const batch of chunk(group, BATCH)) {
      if (moved > 0 && monotonic() >= until) return moved;
      moved += await runBatch(parts, { automation, version, placed, due: batch });
    }
  }
  return moved;
}

/** Moves a page of an automation. A failure is logged and does not hold up other automations. */
async function tryPage(parts: BatchParts, automation: DueAutomation): Promise<number> {
  try {
    return await runPage(parts, automation);
  } catch (err) {
    if (isOutage(err)) throw err;
    parts.app.log.error({ automation_id: automation.id, err }, 'an automation cannot be worked off');
    return 0;
  }
}

/** Moves a page of each automation with due enrollments, of all automations unless some are named. */
async function runPages(parts: BatchParts, only?: readonly string[]): Promise<number> {
  const { db, clock } = parts.app;
  let moved = 0;
  for (const automation of await findDueAutomations(db.read, { now: clock.now(), only })) {
    moved += await tryPage(parts, automation);
    // SQLite answers synchronously, so many automations without anything to do would block the process.
    await yieldTurns(1);
  }
  return moved;
}

/** Moves all due enrollments as far as they get, a page of each automation in turn. Returns how many steps were done. */
export async function runDue(parts: BatchParts): Promise<number> {
  let done = 0;
  // Enrollments that are due and did not move are in the hands of another process.
  for (let moved = await runPages(parts); moved > 0; moved = await runPages(parts)) done += moved;
  return done;
}

/** Works off jobs that each name an automation, for one turn. Returns how many steps were done. */
export async function runJobs(parts: BatchParts, jobs: readonly ClaimedJob<'automation'>[], signal: AbortSignal): Promise<number> {
  const { app, monotonic = systemClock.monotonic } = parts;
  const only = jobs.map(({ payload }) => payload.automation_id);
  const until = monotonic() + TURN_MS;
  let done = 0;
  do {
    const moved = await runPages(parts, only);
    if (moved === 0) return done;
    done += moved;
  } while (monotonic() < until && !signal.aborted);
  await app.db.transact((trx) => wake(parts, trx, only, -1));
  return done;
}
