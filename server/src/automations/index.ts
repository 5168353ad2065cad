import type { AudienceParts } from '../audiences/index.ts';
import type { ContactParts } from '../contacts/index.ts';
import type { Platform } from '../platform.ts';
import type { Queue } from '../queue/queue.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import type { ContentRenderer, TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import { nextRunAt } from './due-store.ts';
import { automationRoutes } from './routes.ts';
import { runDue } from './run-due.ts';

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
}

/** Automations, wired. */
export function createAutomations(platform: Platform, deps: AutomationDeps) {
  const engine = { platform, ...deps };
  return {
    routes: automationRoutes(engine),
    /** Moves everybody who is due as far as they get; answers the steps done. */
    run: () => runDue(engine),
    nextDueAt: () => nextRunAt(platform.db.read),
  };
}
