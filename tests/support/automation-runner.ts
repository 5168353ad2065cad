import type { AppContext } from '../../server/src/app-context.ts';
import { createAutomations } from '../../server/src/automations/index.ts';
import type { BatchParts } from '../../server/src/automations/run/run-batch.ts';
import { createHooks } from '../../server/src/core/hooks.ts';
import { messagesAccepted } from '../../server/src/messages/index.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import { createTemplates } from '../../server/src/templates/index.ts';
import { createLinks } from '../../server/src/tracking/index.ts';

/** What moves people through automations in a process of its own, on the database of a server. */
export async function openRunner(given: AppContext, changes: Partial<BatchParts> = {}) {
  const app = { ...given, hooks: createHooks() };
  const templates = createTemplates(app);
  const queue = createQueue(app);
  await queue.open();
  const accepted: unknown[] = [];
  app.hooks.on(messagesAccepted, async (messages) => void accepted.push(...messages));
  const { renderer, content } = templates;
  const automations = createAutomations(app, { queue, renderer, content, links: createLinks(app), ...changes });
  return {
    app,
    queue,
    sweep: automations.jobs.automations.run,
    /** Mail that was told to be durable. */
    accepted,
    close: async () => {
      await Promise.all([templates.stop(), queue.stop()]);
    },
  };
}
