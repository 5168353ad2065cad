import type { AppContext } from '../app-context.ts';
import type { AudienceParts } from '../audiences/index.ts';
import type { ContactParts } from '../contacts/index.ts';
import type { Queue } from '../queue/queue.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import type { ContentRenderer, TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { nextRunAt } from './due-store.ts';
import { automationRoutes } from './routes.ts';
import type { BatchParts } from './run-batch.ts';
import { automationRunner } from './run-due.ts';

export { finishBrokenOff } from './change-state.ts';
export { enrollAdded, enrollCreated, removeFromAutomations } from './enroll.ts';
export { wakeOnEvent } from './wake-on-event.ts';

export interface AutomationDeps {
  readonly queue: Queue;
  readonly renderer: TemplateRenderer;
  readonly content: ContentRenderer;
  readonly links: Pick<Links, 'unsubscribeUrl'>;
  readonly findSuppressed: FindSuppressed;
  readonly contactParts: ContactParts;
  readonly audienceParts: AudienceParts;
  readonly onAccepted: BatchParts['onAccepted'];
}

/** Automations, wired. */
export function createAutomations(app: AppContext, deps: AutomationDeps) {
  const parts = { app, ...deps };
  const runner = automationRunner(parts);
  return {
    routes: automationRoutes(parts),
    work: runner.work,
    sweep: runner.sweep,
    /** Works off everything that is due. Returns the steps done. */
    async drain(): Promise<number> {
      const before = runner.done();
      do await deps.queue.drain(['automation']);
      while ((await runner.sweep()) > 0);
      return runner.done() - before;
    },
    nextDueAt: () => nextRunAt(app.db.read),
  };
}
