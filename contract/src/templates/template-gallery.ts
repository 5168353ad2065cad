import { z } from 'zod';
import { op } from '../core/operation.ts';
import { templateModel } from './template-fields.ts';

const galleryTemplate = z
  .object({
    name: z.string().describe('Name in the gallery, also a suitable alias.'),
    title: z.string().describe('Name shown to people.'),
    purpose: z.string().describe('Purpose, in one sentence.'),
    subject: z.string().describe('Subject of the mail, with Liquid.'),
    html_body: z.string().describe('HTML with Liquid: a complete document of tables and inline styles, for light and dark mode.'),
    text_body: z.string().describe('Plain text with Liquid.'),
    sample_model: templateModel.describe('A model with every value that the template uses.'),
  })
  .meta({ id: 'GalleryTemplate' });

/** One of the gallery without its bodies. */
const galleryTemplateSummary = galleryTemplate.omit({ html_body: true, text_body: true }).meta({ id: 'GalleryTemplateSummary' });

const galleryParam = z.object({ name: z.string().describe('Name of the template in the gallery.') });

export type GalleryTemplate = z.infer<typeof galleryTemplate>;
export type GalleryTemplateSummary = z.infer<typeof galleryTemplateSummary>;

/** Templates that come with the service. */
export const templateGallery = {
  listGallery: op({
    method: 'GET',
    path: '/v1/template-gallery',
    summary: 'List the templates of the gallery',
    description: 'Templates that come with the service as a starting point, without their bodies. To send one, create a template from it.',
    tags: ['Templates'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(galleryTemplateSummary).describe('All templates of the gallery, without their bodies.'),
        next_cursor: z.null().describe('Always null: the list has a single page.'),
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
