import { ApiError } from '../core/errors/api-error.ts';
import { type RenderFailure, type TemplateRender, toResult, toTask } from './render/render-templates.ts';
import { findTemplate } from './store.ts';
import { isVersionNumber } from './template.ts';
import type { Templates } from './templates.ts';
import { findVersion } from './version-store.ts';

export interface RenderVersion {
  readonly tenantId: string;
  readonly alias: string;
  readonly body: () => { readonly version?: number | undefined; readonly template_model?: Readonly<Record<string, unknown>> | undefined };
}

/** Renders a version of a template, the active one by default, as it would be sent. */
export async function renderVersion(
  { app: { db }, pool }: Templates,
  { tenantId, alias, body }: RenderVersion,
): Promise<TemplateRender | RenderFailure | ApiError<'not_found' | 'template_not_found'>> {
  const template = await findTemplate(db.read, tenantId, alias);
  if (template === undefined) return new ApiError('not_found');
  const { version: asked, template_model: model = {} } = body();
  const number = asked ?? template.activeVersion;
  if (number === null) return new ApiError('template_not_found', { alias });
  const version = isVersionNumber(number) ? await findVersion(db.read, template.id, number) : undefined;
  if (version === undefined) return new ApiError('not_found');
  const [outcome] = await pool.run(tenantId, [toTask(version, model)]);
  return toResult(version.version, alias, outcome);
}
