import { templateModel } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import { parseAddress } from '../core/email-address.ts';
import { validate } from '../core/validate.ts';
import type { Platform } from '../platform.ts';
import type { RenderResult, TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import type { EmailRefusal } from './submission.ts';

/** An email as it came, with what its template gave put in; its fields are not checked yet. */
export interface RenderedEmail {
  /** Of the message that it will be: what is rendered may already name it. */
  readonly id: string;
  readonly fields: unknown;
  readonly template: { readonly alias: string; readonly version: number } | null;
}

/** Renders the templates of a request's emails together, in one budget of time. */
export type RenderEmails = (caller: TenantCaller, emails: readonly unknown[]) => Promise<(RenderedEmail | { refusal: EmailRefusal })[]>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one recipient of a marketing mail; checking the fields will say where there is none. */
function marketingRecipient({ stream, to }: Fields): string | undefined {
  const [first]: unknown[] = Array.isArray(to) ? to : [];
  return stream === 'marketing' && typeof first === 'string' ? parseAddress(first)?.email : undefined;
}

/** What is to be rendered; nothing where the alias or the model is no such thing, which checking the fields will say. */
function readTemplate(email: unknown, unsubscribeUrl: (email: string) => string) {
  if (!isFields(email) || typeof email.template_alias !== 'string') return undefined;
  const model = validate(templateModel, email.template_model ?? {});
  if (model instanceof ApiError) return undefined;
  const recipient = marketingRecipient(email);
  const offered = recipient === undefined ? {} : { unsubscribe_url: unsubscribeUrl(recipient) };
  return { alias: email.template_alias, model: { ...offered, ...model } };
}

type Rendered = Exclude<RenderResult, ApiError>;

function merge(email: Fields, { subject, html, text }: Rendered): Fields {
  const { subject: givenSubject, html_body: givenHtml, text_body: givenText } = email;
  return { ...email, subject: givenSubject ?? subject, html_body: givenHtml ?? html, text_body: givenText ?? text };
}

export interface RenderParts {
  readonly platform: Platform;
  readonly renderer: TemplateRenderer;
  readonly links: Links;
}

export function emailRenderer({ platform: { clock, newId }, renderer, links }: RenderParts): RenderEmails {
  return async (caller, emails) => {
    const { tenantId } = caller;
    const now = clock.now();
    const ids = emails.map(() => newId('msg', now));
    const wanted = emails.map((fields, index) =>
      readTemplate(fields, (email) => links.unsubscribeUrl({ tenantId, messageId: ids[index] ?? '', email })),
    );
    const results = await renderer.renderMany(
      caller,
      wanted.filter((template) => template !== undefined),
    );
    return emails.map((email, index) => {
      const template = wanted[index];
      const id = ids[index] ?? '';
      const result = template === undefined ? undefined : results.shift();
      if (template === undefined || result === undefined || !isFields(email)) return { id, fields: email, template: null };
      if (result instanceof ApiError) return { refusal: result };
      return { id, fields: merge(email, result), template: { alias: template.alias, version: result.templateVersion } };
    });
  };
}
