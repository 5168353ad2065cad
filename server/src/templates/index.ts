import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { poolLoad } from '../core/concurrency/task-load.ts';
import type { Feature } from '../feature.ts';
import { purgeDisowned } from './delete-template.ts';
import { createGallery } from './gallery/gallery.ts';
import { createRenderPool } from './render/render-pool.ts';
import { templateRoutes } from './routes.ts';
import { createVersionCache, type Templates } from './templates.ts';
import { createTextMaker } from './text/text-maker.ts';

export { checkSource } from './check-source.ts';
export { emptySubjectReason, isSubjectEmpty, type RenderedContent, renderContents, whySubjectIsEmpty } from './render/render-contents.ts';
export type { PartFields, StoredSource } from './render/render-task.ts';
export { type RenderResult, renderTemplates } from './render/render-templates.ts';
export type { Templates } from './templates.ts';
export { findActiveVersions } from './version-store.ts';

/** One thread for a tenant's slow template, one for everybody else. */
const WORKERS = 2;
const HEAP_MB = 192;

/** Creates the feature `templates`: its routes, and the threads that render and make texts. */
export function createTemplates(app: AppContext) {
  const { clock, log } = app;
  const renderLimits = { budgetMs: limits.renderMs, outputBytes: limits.templateOutputBytes };
  const pool = createRenderPool({ workers: WORKERS, limits: renderLimits, heapMb: HEAP_MB, clock, log });
  const texts = createTextMaker({ log });
  app.hooks.answer(poolLoad, async () => pool.load());
  app.hooks.answer(poolLoad, async () => texts.load());
  const templates: Templates = { app, pool, texts, gallery: createGallery(), active: createVersionCache() };
  return {
    ...templates,
    routes: { templates: templateRoutes(templates) },
    cleanup: [() => purgeDisowned(app)],
    stop: async () => {
      await Promise.all([pool.stop(), texts.stop()]);
    },
  } satisfies Feature;
}
