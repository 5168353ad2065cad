import { z } from 'zod';
import { inKibibytes, limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { aliasParam, givenBodies, givenModel, hasBody, NO_BODY, source } from './template-fields.ts';

const renderedTemplate = z
  .object({
    version: z.int().describe('The version that was rendered.'),
    subject: z.string().nullable().describe('The rendered subject; null if the version has none.'),
    html_body: z.string().nullable().describe('The rendered HTML; null if the version has none.'),
    text_body: z.string().nullable().describe('The rendered plain text; null if the version has none.'),
    missing: z.array(z.string()).describe('Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing.'),
    warnings: z
      .array(
        z.object({
          code: z.literal('empty_subject').describe('The rendered subject is empty: such mail is refused, or fails.'),
          detail: z.string().describe('Human-readable explanation that names the empty variables; the wording may change.'),
        }),
      )
      .describe('Problems that prevent it from being sent.'),
  })
  .meta({ id: 'RenderedTemplate' });

/** Body of `POST /v1/templates/{alias}/render`. */
const renderRequest = z.object({
  template_model: givenModel.optional(),
  version: z.int().min(1).optional().describe('Version to render; the active one by default.'),
});

/** Body of `POST /v1/templates/preview`. */
const previewRequest = z
  .object({
    subject: source.optional().describe(`Liquid, at most ${inKibibytes(limits.templateSourceBytes)}.`),
    ...givenBodies,
    template_model: givenModel.optional(),
  })
  .refine(hasBody, NO_BODY);

export type RenderedTemplate = z.infer<typeof renderedTemplate>;

/** Templates as they are rendered, whether saved or not. */
export const templateRendering = {
  preview: op({
    method: 'POST',
    path: '/v1/templates/preview',
    reads: true,
    summary: 'Render an unsaved template',
    description: 'Returns the mail that this content would produce, and which values the model lacks. Nothing is stored.',
    tags: ['Templates'],
    scope: 'full',
    body: previewRequest,
    responses: { 200: renderedTemplate.omit({ version: true }).meta({ id: 'PreviewedTemplate' }) },
    answers: { 200: 'What a mail of these contents and this model would hold.' },
    errors: ['invalid_template', 'template_render_failed'],
  }),
  render: op({
    method: 'POST',
    path: '/v1/templates/{alias}/render',
    reads: true,
    summary: 'Render a template',
    description: 'Returns the mail that the template would produce, and which values the model lacks.',
    tags: ['Templates'],
    scope: 'full',
    params: aliasParam,
    body: renderRequest,
    responses: { 200: renderedTemplate },
    answers: { 200: 'What a mail of this template and model would hold.' },
    errors: ['not_found', 'template_not_found', 'template_render_failed'],
  }),
};
