import type { AppContext } from '../app-context.ts';
import { audienceJoined } from '../audiences/index.ts';
import { contactsRemoved } from '../contacts/index.ts';
import { announced, eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import type { Templates } from '../templates/index.ts';
import { enrollAdded, enrollCreated, removeFromAutomations } from './enrollments/enroll.ts';
import { finishBrokenOff } from './finish-broken-off.ts';
import { automationRoutes } from './routes.ts';
import { nextRunAt } from './run/due-store.ts';
import { runDue, runJobs } from './run/run-due.ts';
import { wakeOnEvent } from './run/wake-on-event.ts';

export interface AutomationParts {
  readonly queue: Queue;
  readonly templates: Templates;
}

/** Creates the feature `automations`: its routes, its job handler, its recurring job, and what it does when others announce something. */
export function createAutomations(app: AppContext, given: AutomationParts) {
  const parts = { app, ...given };
  const { hooks } = app;
  hooks.on(announced, (trx, announcements) => enrollCreated(parts, trx, announcements));
  hooks.on(audienceJoined, (trx, additions) => enrollAdded(parts, trx, additions));
  hooks.on(eventsRecorded, (trx, events) => wakeOnEvent(parts, trx, events));
  hooks.on(contactsRemoved, removeFromAutomations);
  /** How many steps this process has done. */
  let done = 0;

  const work: JobHandler<'automation'> = async (jobs, signal) => {
    done += await runJobs(parts, jobs, signal);
  };

  async function sweep(): Promise<number> {
    const moved = await runDue(parts);
    done += moved;
    return moved;
  }

  /** Works off everything that is due. Returns the steps done. */
  async function drain(): Promise<number> {
    const before = done;
    do await given.queue.drain(['automation']);
    while ((await sweep()) > 0);
    return done - before;
  }

  return {
    routes: { automations: automationRoutes(parts) },
    jobHandlers: { automation: work },
    backgroundJobs: { automations: { run: sweep, runToEnd: drain, nextDueAt: () => nextRunAt(app.db.read) } },
    cleanup: [() => finishBrokenOff(app)],
  } satisfies Feature;
}
