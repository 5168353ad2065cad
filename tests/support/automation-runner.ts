import type { AppContext } from '../../server/src/app-context.ts';
import { enrollAdded } from '../../server/src/automations/index.ts';
import type { BatchParts } from '../../server/src/automations/run-batch.ts';
import { automationRunner } from '../../server/src/automations/run-due.ts';
import { announcer } from '../../server/src/events/index.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import { suppressionFinder } from '../../server/src/suppressions/index.ts';
import { createTemplates } from '../../server/src/templates/index.ts';
import { createLinks } from '../../server/src/tracking/index.ts';

/** What moves people through automations in a process of its own, on the database of a server. */
export async function openRunner(app: AppContext, changes: Partial<BatchParts> = {}) {
  const { secrets } = app;
  const templates = createTemplates(app);
  const queue = createQueue(app);
  await queue.open();
  const accepted: unknown[] = [];
  const audienceParts = { app, onAdded: [enrollAdded({ app, queue })] };
  const runner = automationRunner({
    app,
    queue,
    renderer: templates.renderer,
    content: templates.content,
    links: createLinks(app),
    findSuppressed: suppressionFinder({ secrets, unsubscribed: [] }),
    contactParts: { app, announce: announcer([]) },
    audienceParts,
    onAccepted: (messages) => accepted.push(...messages),
    ...changes,
  });
  return {
    queue,
    sweep: runner.sweep,
    audienceParts,
    /** Mail that was told to be durable. */
    accepted,
    close: async () => {
      await Promise.all([templates.stop(), queue.stop()]);
    },
  };
}
