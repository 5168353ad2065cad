import { z } from 'zod';
import { findInexactNumber, INEXACT_NUMBER } from './core/exact-numbers.ts';
import { deleted, id, name, timestamp } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';

const byteLength = (text: string) => new TextEncoder().encode(text).length;

const source = z.string().refine((text) => byteLength(text) <= limits.templateSourceBytes, {
  error: `At most ${limits.templateSourceBytes} bytes of UTF-8.`,
  params: { max_bytes: limits.templateSourceBytes },
});

const isAlias = (text: string) => /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/.test(text);

/** Values that a template is rendered with, at most 256 KiB as JSON. */
export const templateModel = z
  .record(z.string(), z.unknown())
  .refine((model) => byteLength(JSON.stringify(model)) <= limits.templateModelBytes, {
    error: `At most ${limits.templateModelBytes} bytes of JSON.`,
    params: { max_bytes: limits.templateModelBytes },
  })
  .describe('Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded.');

/** The same as a request gives it. One that an automation was saved with goes on. */
export const givenModel = templateModel.superRefine((model, { addIssue }) => {
  const path = findInexactNumber(model);
  if (path !== undefined) addIssue({ code: 'custom', path, message: INEXACT_NUMBER });
});

const template = z
  .object({
    id,
    alias: z.string().describe('What requests call it by, in `template_alias`.'),
    name: z.string().nullable().describe('Name for people; null where it has none.'),
    active_version: z.int().nullable().describe('The version that is sent; null where none is active.'),
    created_at: timestamp,
    updated_at: timestamp.describe('When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z.'),
  })
  .meta({ id: 'Template' });

const templateVersion = z
  .object({
    id,
    version: z.int().describe('1, 2, … within the template, without gaps.'),
    subject: z.string().nullable().describe('Liquid; null where the subject comes with the request.'),
    html_body: z.string().nullable().describe('HTML with Liquid; null where there is none.'),
    text_body: z.string().nullable().describe('Plain text with Liquid; null where there is none.'),
    active: z.boolean().describe('Whether sending renders this version.'),
    created_at: timestamp,
  })
  .meta({ id: 'TemplateVersion' });

/** A version without its bodies, of which a template may have hundreds of megabytes. */
const templateVersionSummary = templateVersion
  .omit({ html_body: true, text_body: true })
  .extend({
    subject: z
      .string()
      .nullable()
      .describe(`Liquid, its first ${limits.subjectLength} characters; null where the subject comes with the request.`),
  })
  .meta({ id: 'TemplateVersionSummary' });

const templateDetail = template
  .extend({ versions: z.array(templateVersionSummary).describe('All versions without their bodies, newest first.') })
  .meta({ id: 'TemplateDetail' });

const renderedTemplate = z
  .object({
    version: z.int().describe('The version that was rendered.'),
    subject: z.string().nullable().describe('The subject as rendered; null where the version has none.'),
    html_body: z.string().nullable().describe('The HTML as rendered; null where the version has none.'),
    text_body: z.string().nullable().describe('The plain text as rendered; null where the version has none.'),
    missing: z.array(z.string()).describe('Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing.'),
    warnings: z
      .array(
        z.object({
          code: z.literal('empty_subject').describe('Nothing is to be seen of the subject: such a mail is refused, or fails.'),
          detail: z.string().describe('The same for people, with the variables that are empty; the wording may change.'),
        }),
      )
      .describe('What keeps it from being sent.'),
  })
  .meta({ id: 'RenderedTemplate' });

const galleryTemplate = z
  .object({
    name: z.string().describe('What the gallery calls it, and an alias that fits.'),
    title: z.string().describe('Name for people.'),
    purpose: z.string().describe('What it is for, in a sentence.'),
    subject: z.string().describe('Subject of the mail, with Liquid.'),
    html_body: z.string().describe('HTML with Liquid: a whole document of tables and inline styles, in light and dark.'),
    text_body: z.string().describe('Plain text with Liquid.'),
    sample_model: templateModel.describe('A model with every value that the template uses.'),
  })
  .meta({ id: 'GalleryTemplate' });

/** One of the gallery without its bodies. */
const galleryTemplateSummary = galleryTemplate.omit({ html_body: true, text_body: true }).meta({ id: 'GalleryTemplateSummary' });

/** Body of `POST /v1/templates`. */
const createTemplateRequest = z.object({
  alias: z
    .string()
    .refine(isAlias, 'invalid_alias')
    .describe('A letter, then up to 99 letters, digits, `_`, `.` and `-`; case-sensitive, unique per tenant.'),
  name: name.optional(),
});

/** Body of `POST /v1/templates/{alias}/versions`. */
const createVersionRequest = z
  .object({
    subject: source.min(1).optional().describe('Liquid, at most 512 KiB; a mail needs a subject from here or from its request.'),
    html_body: source
      .optional()
      .describe('Liquid, at most 512 KiB; values are HTML-escaped. One of `html_body` and `text_body` is required.'),
    text_body: source.optional().describe('Liquid, at most 512 KiB; values are not escaped.'),
    activate: z.boolean().optional().describe('Whether sending renders this version from now on; true unless given.'),
  })
  .refine((body) => body.html_body !== undefined || body.text_body !== undefined, {
    error: 'One of html_body and text_body is required.',
    path: ['html_body'],
  });

/** Body of `POST /v1/templates/{alias}/render`. */
const renderRequest = z.object({
  template_model: givenModel.optional(),
  version: z.int().min(1).optional().describe('The active version unless given.'),
});

/** Body of `POST /v1/templates/preview`. */
const previewRequest = z
  .object({
    subject: source.optional().describe('Liquid, at most 512 KiB.'),
    html_body: source
      .optional()
      .describe('Liquid, at most 512 KiB; values are HTML-escaped. One of `html_body` and `text_body` is required.'),
    text_body: source.optional().describe('Liquid, at most 512 KiB; values are not escaped.'),
    template_model: givenModel.optional(),
  })
  .refine((body) => body.html_body !== undefined || body.text_body !== undefined, {
    error: 'One of html_body and text_body is required.',
    path: ['html_body'],
  });

const aliasParam = z.object({ alias: z.string().describe('Alias of the template.') });
const galleryParam = z.object({ name: z.string().describe('Name of the template in the gallery.') });
const versionParams = aliasParam.extend({ n: z.string().describe('Number of the version.') });

export type Template = z.infer<typeof template>;
export type TemplateVersion = z.infer<typeof templateVersion>;
export type TemplateVersionSummary = z.infer<typeof templateVersionSummary>;
export type RenderedTemplate = z.infer<typeof renderedTemplate>;
export type GalleryTemplate = z.infer<typeof galleryTemplate>;
export type GalleryTemplateSummary = z.infer<typeof galleryTemplateSummary>;

export const templates = {
  list: op({
    method: 'GET',
    path: '/v1/templates',
    summary: 'List templates',
    description: 'Every template, newest first, on one page.',
    tags: ['Templates'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(template).describe('All templates, newest first.'),
        next_cursor: z.null().describe('Always null: the list has one page.'),
      }),
    },
    answers: { 200: 'All templates, newest first.' },
    errors: [],
  }),
  create: op({
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create a template',
    description: 'Creates the shell; its content comes with a version.',
    tags: ['Templates'],
    scope: 'full',
    body: createTemplateRequest,
    responses: { 201: template },
    answers: { 201: 'The template is there, without a version.' },
    errors: ['invalid_alias', 'alias_taken'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/templates/{alias}',
    summary: 'Get a template with its versions',
    description: 'The template and all its versions without their bodies, newest first.',
    tags: ['Templates'],
    scope: 'full',
    params: aliasParam,
    responses: { 200: templateDetail },
    answers: { 200: 'The template with all its versions, newest first.' },
    errors: ['not_found'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/templates/{alias}',
    summary: 'Delete a template and its versions',
    description: 'Accepted mail is not affected, since it was rendered when it was accepted.',
    tags: ['Templates'],
    scope: 'full',
    params: aliasParam,
    responses: {
      200: deleted.extend({ alias: z.string().describe('The alias, which may be used anew.') }).meta({ id: 'DeletedTemplate' }),
    },
    answers: { 200: 'The template and its versions are gone.' },
    errors: ['not_found'],
  }),
  createVersion: op({
    method: 'POST',
    path: '/v1/templates/{alias}/versions',
    summary: 'Add a version to a template',
    description: `Versions never change, and a template has at most ${limits.templateVersions}. The syntax is checked: a fault is answered with its part and line.`,
    tags: ['Templates'],
    scope: 'full',
    params: aliasParam,
    body: createVersionRequest,
    responses: { 201: templateVersion },
    answers: { 201: 'The version is there, and rendered from now on if it is active.' },
    errors: ['not_found', 'invalid_template', 'version_limit_reached', 'storage_limit_reached'],
  }),
  getVersion: op({
    method: 'GET',
    path: '/v1/templates/{alias}/versions/{n}',
    summary: 'Get a version of a template',
    description: 'One version with its bodies.',
    tags: ['Templates'],
    scope: 'full',
    params: versionParams,
    responses: { 200: templateVersion },
    answers: { 200: 'The version, whole.' },
    errors: ['not_found'],
  }),
  activateVersion: op({
    method: 'POST',
    path: '/v1/templates/{alias}/versions/{n}/activate',
    summary: 'Activate a version',
    description: 'Sending renders this version from the next request on, in every process; every other version is deactivated.',
    tags: ['Templates'],
    scope: 'full',
    params: versionParams,
    responses: { 200: templateVersion },
    answers: { 200: 'The version is the active one.' },
    errors: ['not_found'],
  }),
  preview: op({
    method: 'POST',
    path: '/v1/templates/preview',
    reads: true,
    summary: 'Render what is not saved',
    description: 'Shows what a mail of these contents would hold, and which values the model lacks. Nothing is stored.',
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
    description: 'Shows what a mail would hold, and which values the model lacks.',
    tags: ['Templates'],
    scope: 'full',
    params: aliasParam,
    body: renderRequest,
    responses: { 200: renderedTemplate },
    answers: { 200: 'What a mail of this template and model would hold.' },
    errors: ['not_found', 'template_not_found', 'template_render_failed'],
  }),
  listGallery: op({
    method: 'GET',
    path: '/v1/template-gallery',
    summary: 'List the templates of the gallery',
    description: 'Templates that come with the service, to begin with, without their bodies. To send one, make a template of it.',
    tags: ['Templates'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(galleryTemplateSummary).describe('All of them, without their bodies.'),
        next_cursor: z.null().describe('Always null: the list has one page.'),
      }),
    },
    answers: { 200: 'All templates of the gallery.' },
    errors: [],
  }),
  getGalleryTemplate: op({
    method: 'GET',
    path: '/v1/template-gallery/{name}',
    summary: 'Get a template of the gallery',
    description: 'The template with its bodies and a sample model, ready for `POST /v1/templates/{alias}/versions`.',
    tags: ['Templates'],
    scope: 'full',
    params: galleryParam,
    responses: { 200: galleryTemplate },
    answers: { 200: 'The template, whole.' },
    errors: ['not_found'],
  }),
};
