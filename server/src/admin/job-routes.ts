import type { adminContract } from '@posthorn/contract';
import type { Background } from '../background.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';

/** `/admin/jobs`: background jobs on demand. */
export function jobRoutes(background: Pick<Background, 'run'>): Handlers<typeof adminContract>['jobs'] {
  return {
    run: async ({ params }) => {
      const run = background.run(params.name);
      return run === undefined ? new ApiError('not_found') : reply(200, { ran: await run });
    },
  };
}
