import { templateModel } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import { validate } from '../core/validate.ts';
import type { RenderResult, TemplateRenderer } from '../templates/index.ts';
import type { EmailRefusal } from './submission.ts';

/** An email as it came, with what its template gave put in; its fields are not checked yet. */
export interface RenderedEmail {
  readonly fields: unknown;
  readonly template: { readonly alias: string; readonly version: number } | null;
}

/** Renders the templates of a request's emails together, in one budget of time. */
export type RenderEmails = (caller: TenantCaller, emails: readonly unknown[]) => Promise<(RenderedEmail | { refusal: EmailRefusal })[]>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is to be rendered; nothing where the alias or the model is no such thing, which checking the fields will say. */
function readTemplate(email: unknown) {
  if (!isFields(email) || typeof email.template_alias !== 'string') return undefined;
  const model = validate(templateModel, email.template_model ?? {});
  return model instanceof ApiError ? undefined : { alias: email.template_alias, model };
}

type Rendered = Exclude<RenderResult, ApiError>;

function merge(email: Fields, { subject, html, text }: Rendered): Fields {
  const { subject: givenSubject, html_body: givenHtml, text_body: givenText } = email;
  return { ...email, subject: givenSubject ?? subject, html_body: givenHtml ?? html, text_body: givenText ?? text };
}

export function emailRenderer(renderer: TemplateRenderer): RenderEmails {
  return async (caller, emails) => {
    const wanted = emails.map(readTemplate);
    const results = await renderer.renderMany(
      caller,
      wanted.filter((template) => template !== undefined),
    );
    return emails.map((email, index) => {
      const template = wanted[index];
      const result = template === undefined ? undefined : results.shift();
      if (template === undefined || result === undefined || !isFields(email)) return { fields: email, template: null };
      if (result instanceof ApiError) return { refusal: result };
      return { fields: merge(email, result), template: { alias: template.alias, version: result.templateVersion } };
    });
  };
}
