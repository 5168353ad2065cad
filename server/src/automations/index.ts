import type { AppContext } from '../app-context.ts';
import { audienceJoined } from '../audiences/index.ts';
import { contactsRemoved } from '../contacts/index.ts';
import { announced, eventsRecorded } from '../events/index.ts';
import type { Queue } from '../queue/queue.ts';
import type { ContentRenderer, TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { finishBrokenOff } from './change-state.ts';
import { nextRunAt } from './due-store.ts';
import { enrollAdded, enrollCreated, removeFromAutomations } from './enroll.ts';
import { automationRoutes } from './routes.ts';
import { automationRunner } from './run-due.ts';
import { wakeOnEvent } from './wake-on-event.ts';

export interface AutomationDeps {
  readonly queue: Queue;
  readonly renderer: TemplateRenderer;
  readonly content: ContentRenderer;
  readonly links: Pick<Links, 'unsubscribeUrl'>;
}

/** Automations, wired. */
export function createAutomations(app: AppContext, deps: AutomationDeps) {
  const parts = { app, ...deps };
  const { hooks } = app;
  hooks.on(announced, (trx, announcements) => enrollCreated(parts, trx, announcements));
  hooks.on(audienceJoined, (trx, additions) => enrollAdded(parts, trx, additions));
  hooks.on(eventsRecorded, (trx, events) => wakeOnEvent(parts, trx, events));
  hooks.on(contactsRemoved, removeFromAutomations);
  const runner = automationRunner(parts);

  /** Works off everything that is due. Returns the steps done. */
  async function drain(): Promise<number> {
    const before = runner.done();
    do await deps.queue.drain(['automation']);
    while ((await runner.sweep()) > 0);
    return runner.done() - before;
  }

  return {
    routes: { automations: automationRoutes(parts) },
    work: { automation: runner.work },
    jobs: { automations: { run: runner.sweep, runToEnd: drain, nextDueAt: () => nextRunAt(app.db.read) } },
    cleanup: [() => finishBrokenOff(app)],
  };
}
