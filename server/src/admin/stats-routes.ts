import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/handler.ts';
import type { Queue } from '../queue/queue.ts';
import { countAttemptsInDoubt, countMessagesByStatus } from './store.ts';

/** `/admin/stats`: how much waits, and what became of the rest. */
export function statsRoutes({ db }: AppContext, queue: Queue): Handlers<typeof adminContract>['stats'] {
  return {
    get: async () => {
      const [depths, messages, inDoubt] = await Promise.all([
        queue.depths(),
        countMessagesByStatus(db.read),
        countAttemptsInDoubt(db.read),
      ]);
      const queues = Object.entries(depths).map(([name, { waiting, active, oldestWaitingMs }]) => [
        name,
        { waiting, active, oldest_waiting_ms: oldestWaitingMs },
      ]);
      return reply(200, { queues: Object.fromEntries(queues), messages, in_doubt: inDoubt });
    },
  };
}
