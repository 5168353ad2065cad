import { systemClock } from '../core/clock.ts';
import { isOutage } from '../db/dialect.ts';
import type { JobHandler } from '../queue/queue.ts';
import { type DueAutomation, findDueAutomations, listDue } from './due-store.ts';
import { storedProgram } from './program.ts';
import { type BatchParts, runBatch } from './run-batch.ts';
import { findAutomation } from './store.ts';
import { wake } from './wake.ts';

/** Enrollments looked at in one page, and moved in one transaction. */
const PAGE = 500;
const BATCH = 50;
/** Milliseconds after which an automation, and a job, goes to the end of the line. */
const TURN_MS = 2000;

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Moves a page of those who are due in an automation, or as many as there is time for. Returns the steps done. */
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
    for (const chunk of chunks(group, BATCH)) {
      if (moved > 0 && monotonic() >= until) return moved;
      moved += await runBatch(parts, { automation, version, placed, due: chunk });
    }
  }
  return moved;
}

export interface AutomationRunner {
  /** Works off jobs that name an automation. */
  readonly work: JobHandler<'automation'>;
  /** Moves everybody who is due as far as they get, a page of each automation in turn. Returns the steps done. */
  sweep(): Promise<number>;
  /** Steps that this process has done. */
  done(): number;
}

/** Moves those who are due through their automations. */
export function automationRunner(parts: BatchParts): AutomationRunner {
  const { app, monotonic = systemClock.monotonic } = parts;
  const { db, clock, log } = app;
  let done = 0;

  /** A page of one automation; whatever keeps it from being worked off keeps no other one. */
  async function page(automation: DueAutomation): Promise<number> {
    try {
      return await runPage(parts, automation);
    } catch (err) {
      if (isOutage(err)) throw err;
      log.error({ automation: automation.id, err }, 'an automation cannot be worked off');
      return 0;
    }
  }

  /** A page of each automation in which somebody is due, of all unless some are named. */
  async function round(only?: readonly string[]): Promise<number> {
    let moved = 0;
    for (const automation of await findDueAutomations(db.read, { now: clock.now(), only })) moved += await page(automation);
    done += moved;
    return moved;
  }

  return {
    async work(jobs, signal) {
      const only = jobs.map(({ payload }) => payload.automation_id);
      const until = monotonic() + TURN_MS;
      do if ((await round(only)) === 0) return;
      while (monotonic() < until && !signal.aborted);
      await db.transact((trx) => wake(parts, trx, only, -1));
    },
    async sweep() {
      const before = done;
      // What is due and did not move is in the hands of another process.
      while ((await round()) > 0);
      return done - before;
    },
    done: () => done,
  };
}
