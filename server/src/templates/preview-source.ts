import { sha256 } from '../core/crypto/hash.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { checkSource } from './check-source.ts';
import { renderContents } from './render/render-contents.ts';
import type { RenderedParts, TemplateModel, TemplateSource } from './render/render-task.ts';
import type { Templates } from './templates.ts';

export interface PreviewRequest {
  readonly subject?: string | undefined;
  readonly html_body?: string | undefined;
  readonly text_body?: string | undefined;
  readonly template_model?: TemplateModel | undefined;
}

/** Renders what no version holds yet, as it would be sent. Nothing is stored. */
export async function previewSource(
  templates: Templates,
  tenantId: string,
  { subject, html_body: html, text_body: text, template_model: model = {} }: PreviewRequest,
): Promise<RenderedParts | ApiError<'invalid_template' | 'template_render_failed'>> {
  const parts: TemplateSource = { subject: subject ?? null, html: html ?? null, text: text ?? null };
  const fault = await checkSource(templates, { tenantId }, parts);
  if (fault !== undefined) return fault;
  const source = { id: sha256(JSON.stringify(parts)), ...parts };
  const [rendered] = await renderContents(templates, { tenantId }, [{ source, model }]);
  if (rendered?.kind === 'rendered') return rendered;
  return new ApiError('template_render_failed', { alias: '' }, rendered && { detail: rendered.detail });
}
