import { z } from 'zod';
import { deleted, name } from '../core/fields.ts';
import { inKibibytes, limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { aliasParam, givenBodies, hasBody, NO_BODY, source, template, templateDetail, templateVersion } from './template-fields.ts';
import { templateGallery } from './template-gallery.ts';
import { templateRendering } from './template-rendering.ts';

const isAlias = (text: string) => /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/.test(text);

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
    subject: source
      .min(1)
      .optional()
      .describe(`Liquid, at most ${inKibibytes(limits.templateSourceBytes)}; an email needs a subject from here or from its request.`),
    ...givenBodies,
    activate: z.boolean().optional().describe('Whether this version is sent from now on; true by default.'),
  })
  .refine(hasBody, NO_BODY);

const versionParams = aliasParam.extend({ n: z.string().describe('Number of the version.') });

export const templates = {
  list: op({
    method: 'GET',
    path: '/v1/templates',
    summary: 'List templates',
    description: 'All templates, newest first, on a single page.',
    tags: ['Templates'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(template).describe('All templates, newest first.'),
        next_cursor: z.null().describe('Always null: the list has a single page.'),
      }),
    },
    answers: { 200: 'All templates, newest first.' },
    errors: [],
  }),
  create: op({
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create a template',
    description: `Creates an empty template; add its content as a version. A tenant has at most ${limits.templates} templates.`,
    tags: ['Templates'],
    scope: 'full',
    body: createTemplateRequest,
    responses: { 201: template },
    answers: { 201: 'The template is there, without a version.' },
    errors: ['invalid_alias', 'alias_taken', 'template_limit_reached'],
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
      200: deleted.extend({ alias: z.string().describe('The alias, which may be reused.') }).meta({ id: 'DeletedTemplate' }),
    },
    answers: { 200: 'The template and its versions are gone.' },
    errors: ['not_found'],
  }),
  createVersion: op({
    method: 'POST',
    path: '/v1/templates/{alias}/versions',
    summary: 'Add a version to a template',
    description: `Versions never change, and a template has at most ${limits.templateVersions}. The syntax is checked: an error names the part and line.`,
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
    description: 'This version is sent from the next request on, in every process; the version active before is deactivated.',
    tags: ['Templates'],
    scope: 'full',
    params: versionParams,
    responses: { 200: templateVersion },
    answers: { 200: 'The version is the active one.' },
    errors: ['not_found'],
  }),
  ...templateRendering,
  ...templateGallery,
};
