import type { AppContext } from '../../../server/src/app-context.ts';
import { createAutomations } from '../../../server/src/automations/index.ts';
import type { BatchParts } from '../../../server/src/automations/run/run-batch.ts';
import { createHooks } from '../../../server/src/core/hooks.ts';
import { messagesAccepted } from '../../../server/src/messages/index.ts';
import { createQueue } from '../../../server/src/queue/create-queue.ts';
import { createTemplates, type Templates } from '../../../server/src/templates/index.ts';

/** Runs automations in a separate runner on the database of a server. */
export async function openRunner(
  given: AppContext,
  { run, ...changes }: Partial<BatchParts> & { readonly run?: Templates['pool']['run'] } = {},
) {
  const app = { ...given, hooks: createHooks() };
  const created = createTemplates(app);
  const templates = run === undefined ? created : { ...created, pool: { ...created.pool, run } };
  const queue = createQueue(app);
  await queue.open();
  const accepted: unknown[] = [];
  app.hooks.on(messagesAccepted, async (messages) => void accepted.push(...messages));
  const automations = createAutomations(app, { queue, templates, ...changes });
  return {
    app,
    queue,
    sweep: automations.backgroundJobs.automations.run,
    /** Mail that was reported as durable. */
    accepted,
    close: async () => {
      await Promise.all([created.stop(), queue.stop()]);
    },
  };
}
