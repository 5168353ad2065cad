import { z } from 'zod';
import { findInexactNumber, INEXACT_NUMBER } from '../core/exact-numbers.ts';
import { id, timestamp } from '../core/fields.ts';
import { inKibibytes, limits } from '../core/limits.ts';
import { byteLength, mostBytes } from '../core/most-bytes.ts';

/** A part of a template, in Liquid. */
export const source = z.string().refine((text) => byteLength(text) <= limits.templateSourceBytes, {
  error: `At most ${limits.templateSourceBytes} bytes of UTF-8.`,
  params: { max_bytes: limits.templateSourceBytes },
});

/** The bodies of a template in a request. */
export const givenBodies = {
  html_body: source
    .optional()
    .describe(
      `Liquid, at most ${inKibibytes(limits.templateSourceBytes)}; values are HTML-escaped. One of \`html_body\` and \`text_body\` is required.`,
    ),
  text_body: source.optional().describe(`Liquid, at most ${inKibibytes(limits.templateSourceBytes)}; values are not escaped.`),
};

export const hasBody = (given: z.output<z.ZodObject<typeof givenBodies>>): boolean =>
  given.html_body !== undefined || given.text_body !== undefined;

export const NO_BODY = { error: 'One of html_body and text_body is required.', path: ['html_body'] };

/** Values that a template is rendered with, at most 256 KiB as JSON. */
export const templateModel = z
  .record(z.string(), z.unknown())
  .refine((model) => byteLength(JSON.stringify(model)) <= limits.templateModelBytes, {
    error: `At most ${limits.templateModelBytes} bytes of JSON.`,
    params: { max_bytes: limits.templateModelBytes },
  })
  .describe(
    `Values for the template, at most ${limits.templateModelBytes} bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded.`,
  )
  .register(mostBytes, { max: limits.templateModelBytes });

/** The same in a request. An automation keeps using one that it was saved with. */
export const givenModel = templateModel.superRefine((model, { addIssue }) => {
  const path = findInexactNumber(model);
  if (path !== undefined) addIssue({ code: 'custom', path, message: INEXACT_NUMBER });
});

export const template = z
  .object({
    id,
    alias: z.string().describe('Name of the template in requests, as `template_alias`.'),
    name: z.string().nullable().describe('Display name; null if it has none.'),
    active_version: z.int().nullable().describe('The version that is sent; null if none is active.'),
    created_at: timestamp,
    updated_at: timestamp.describe('When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z.'),
  })
  .meta({ id: 'Template' });

export const templateVersion = z
  .object({
    id,
    version: z.int().describe('Number of the version within the template: 1, 2, … without gaps.'),
    subject: z.string().nullable().describe('Subject, with Liquid; null if requests bring their own.'),
    html_body: z.string().nullable().describe('HTML with Liquid; null if there is none.'),
    text_body: z.string().nullable().describe('Plain text with Liquid; null if there is none.'),
    active: z.boolean().describe('Whether this is the version that is sent.'),
    created_at: timestamp,
  })
  .meta({ id: 'TemplateVersion' });

/** A version without its bodies, which can amount to hundreds of megabytes for a template. */
const templateVersionSummary = templateVersion
  .omit({ html_body: true, text_body: true })
  .extend({
    subject: z.string().nullable().describe(`Liquid, its first ${limits.subjectLength} characters; null if requests bring their own.`),
  })
  .meta({ id: 'TemplateVersionSummary' });

export const templateDetail = template
  .extend({ versions: z.array(templateVersionSummary).describe('All versions without their bodies, newest first.') })
  .meta({ id: 'TemplateDetail' });

/** Parameter with the name that requests use. */
export const aliasParam = z.object({ alias: z.string().describe('Alias of the template.') });

export type Template = z.infer<typeof template>;
export type TemplateVersion = z.infer<typeof templateVersion>;
export type TemplateVersionSummary = z.infer<typeof templateVersionSummary>;
