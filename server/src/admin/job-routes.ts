import type { adminContract } from '@posthorn/contract';
import type { Background } from '../background.ts';
import { type Handlers, replyOr } from '../core/handler.ts';

/** `/admin/jobs`: background jobs on demand. */
export function jobRoutes(background: Pick<Background, 'run' | 'hasMore'>): Handlers<typeof adminContract>['jobs'] {
  return {
    run: async ({ params }) => {
      const run = background.run(params.name);
      return replyOr(run && (await run), 200, (ran) => ({ ran, ...(background.hasMore(params.name) ? { more: true as const } : {}) }));
    },
  };
}
