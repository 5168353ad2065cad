import { ApiError } from '../core/errors/api-error.ts';
import { type ContentOwner, fieldOf, type TemplateFault, type TemplatePart, type TemplateSource } from './render/render-task.ts';
import type { Templates } from './templates.ts';

/** A source that took too long has no line to blame; the longest part is named. */
function longestPart({ subject, html, text }: TemplateSource): TemplatePart {
  const lengths = { subject: subject?.length ?? 0, html: html?.length ?? 0, text: text?.length ?? 0 };
  if (lengths.html >= Math.max(lengths.subject, lengths.text)) return 'html';
  return lengths.text >= lengths.subject ? 'text' : 'subject';
}

const toApiError = (field: string, { line, column, detail }: TemplateFault) =>
  new ApiError('invalid_template', { field, line, ...(column === undefined ? {} : { column }) }, { detail });

/** Refuses a source whose syntax is wrong. */
export async function checkSource(
  { pool }: Templates,
  { tenantId, fields = fieldOf }: ContentOwner,
  source: TemplateSource,
): Promise<undefined | ApiError<'invalid_template'>> {
  const [outcome] = await pool.run(tenantId, [{ kind: 'check', source }]);
  if (outcome?.kind === 'fault') return toApiError(fields[outcome.part], outcome);
  if (outcome?.kind === 'aborted')
    return new ApiError('invalid_template', { field: fields[longestPart(source)], line: 1 }, { detail: outcome.detail });
  return undefined;
}
