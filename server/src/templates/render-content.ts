import type { ApiError } from '../core/api-error.ts';
import { checkSource } from './check-source.ts';
import { fieldOf } from './present.ts';
import type { RenderPool } from './render-pool.ts';
import type { AbortedTask, RenderedParts, RenderOutcome, StoredSource, TemplateModel, TemplateSource } from './render-task.ts';

/** The parts of a mail, or why there is none. */
export type RenderedContent = RenderedParts | { readonly kind: 'failed'; readonly detail: string };

/** Renders what is no template of its own: the bodies of broadcasts and automations. */
export interface ContentRenderer {
  /** Refuses a source whose syntax is wrong. */
  check(tenantId: string, source: TemplateSource): Promise<undefined | ApiError<'invalid_template'>>;
  /** Renders contents that never change, each with a model; a result for each, in order. */
  render(tenantId: string, tasks: readonly { source: StoredSource; model: TemplateModel }[]): Promise<RenderedContent[]>;
}

function toContent(outcome: RenderOutcome | AbortedTask | undefined): RenderedContent {
  if (outcome?.kind === 'rendered') return outcome;
  if (outcome?.kind === 'fault') return { kind: 'failed', detail: `${fieldOf[outcome.part]}, line ${outcome.line}: ${outcome.detail}` };
  return { kind: 'failed', detail: outcome?.kind === 'aborted' ? outcome.detail : 'It could not be finished.' };
}

const isSpoiled = (outcome: RenderOutcome | AbortedTask | undefined) => outcome?.kind !== 'rendered';

export function contentRenderer(pool: RenderPool): ContentRenderer {
  return {
    check: (tenantId, source) => checkSource(pool, tenantId, source),
    async render(tenantId, given) {
      const tasks = given.map((task) => ({ kind: 'render' as const, ...task }));
      const outcomes = await pool.run(tenantId, tasks);
      // One budget of time holds for a run: what others have used up gets its own.
      for (const [place, task] of tasks.entries()) {
        if (tasks.length > 1 && isSpoiled(outcomes[place])) outcomes.splice(place, 1, ...(await pool.run(tenantId, [task])));
      }
      return tasks.map((_, place) => toContent(outcomes[place]));
    },
  };
}
