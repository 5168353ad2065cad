import { ApiError } from '../core/api-error.ts';
import { fieldOf, type TemplateModel } from './render-task.ts';
import { type Rendered, type RenderFailure, toResult, toTask } from './render-templates.ts';
import { findTemplate, findVersion } from './store.ts';
import { isVersionNumber } from './template.ts';
import type { Templates } from './templates.ts';

/** What somebody is still writing. */
interface Draft {
  readonly subject?: string | undefined;
  readonly html_body?: string | undefined;
  readonly text_body?: string | undefined;
}

export interface RenderVersion {
  readonly tenantId: string;
  readonly alias: string;
  readonly body: () => {
    readonly version?: number | undefined;
    readonly template_model?: TemplateModel | undefined;
    readonly draft?: Draft | undefined;
  };
}

interface RenderDraft {
  readonly tenantId: string;
  readonly alias: string;
  readonly draft: Draft;
  readonly model: TemplateModel;
}

/** Renders what is not stored; a fault in it names its part and line. */
async function renderDraft(
  { app: { newId, clock }, pool }: Templates,
  { tenantId, alias, draft, model }: RenderDraft,
): Promise<Rendered | RenderFailure | ApiError<'invalid_template'>> {
  const { subject = null, html_body: html = null, text_body: text = null } = draft;
  const source = { id: newId('tpv', clock.now()), subject, html, text };
  const [outcome] = await pool.run(tenantId, [{ kind: 'render', source, model }]);
  if (outcome?.kind !== 'fault') return toResult(0, alias, outcome);
  return new ApiError('invalid_template', { field: fieldOf[outcome.part], line: outcome.line }, { detail: outcome.detail });
}

/** Renders a version of a template, the active one unless told otherwise, as it would be sent; or a draft of one. */
export async function renderVersion(
  templates: Templates,
  { tenantId, alias, body }: RenderVersion,
): Promise<Rendered | RenderFailure | ApiError<'not_found' | 'template_not_found' | 'invalid_template'>> {
  const { db } = templates.app;
  const template = await findTemplate(db.read, tenantId, alias);
  if (template === undefined) return new ApiError('not_found');
  const { version: asked, template_model: model = {}, draft } = body();
  if (draft !== undefined) return renderDraft(templates, { tenantId, alias, draft, model });
  const number = asked ?? template.activeVersion;
  if (number === null) return new ApiError('template_not_found', { alias });
  const version = isVersionNumber(number) ? await findVersion(db.read, template.id, number) : undefined;
  if (version === undefined) return new ApiError('not_found');
  const [outcome] = await templates.pool.run(tenantId, [toTask(version, model)]);
  return toResult(version.version, alias, outcome);
}
