import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { contentRenderer } from './render-content.ts';
import { createRenderPool } from './render-pool.ts';
import { templateRenderer } from './render-template.ts';
import { templateRoutes } from './routes.ts';

export type { ContentRenderer, RenderedContent } from './render-content.ts';
export type { StoredSource } from './render-task.ts';
export type { RenderResult, TemplateRenderer } from './render-template.ts';
export { findActiveVersions } from './store.ts';

/** One for a tenant's template that takes its time, one for everybody else. */
const WORKERS = 2;
const HEAP_MB = 192;

/** Templates, wired. */
export function createTemplates(app: AppContext) {
  const { clock, log } = app;
  const renderLimits = { budgetMs: limits.renderMs, outputBytes: limits.templateOutputBytes };
  const pool = createRenderPool({ workers: WORKERS, limits: renderLimits, heapMb: HEAP_MB, clock, log });
  const renderer = templateRenderer(app, pool);
  return {
    routes: { templates: templateRoutes({ app, pool }, renderer) },
    renderer,
    content: contentRenderer(pool),
    stop: () => pool.stop(),
  };
}
