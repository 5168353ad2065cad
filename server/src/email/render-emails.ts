import { isRecord, limits, templateModel } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { parseAddress } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { validate } from '../core/operation/validate.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { isSubjectEmpty, type RenderResult, renderTemplates, type Templates, whySubjectIsEmpty } from '../templates/index.ts';
import { unsubscribeUrl } from '../unsubscribe/index.ts';
import { type EmailRefusal, invalid } from './validate/send-fault.ts';

/** An email of a request, whose fields are not checked yet. */
export interface GivenEmail {
  /** Id of the message that it will become, which rendered links already contain. */
  readonly id: string;
  readonly fields: unknown;
}

/** An email whose subject and bodies are filled in from its template, if it has one. */
export interface RenderedEmail extends GivenEmail {
  readonly template: { readonly alias: string; readonly version: number } | null;
  /** Template variables, as paths, that the model lacks. */
  readonly missing: readonly string[];
}

export interface RenderParts {
  readonly app: AppContext;
  readonly templates: Templates;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the bare address of the one recipient of a marketing email; undefined where there is none, which validation refuses. */
function marketingRecipient({ stream, to }: Fields): string | undefined {
  const [first]: unknown[] = Array.isArray(to) ? to : [];
  return stream === 'marketing' && typeof first === 'string' ? parseAddress(first)?.email : undefined;
}

type LinkFor = (email: string) => string;

/**
 * Returns the template to render; undefined if the email names none, or one that validation refuses. If its model is invalid, only the
 * existence of the template matters, which is reported first.
 */
function readTemplate(email: unknown, linkFor: LinkFor) {
  if (!isRecord(email) || typeof email.template_alias !== 'string') return undefined;
  const alias = email.template_alias;
  const model = validate(templateModel, email.template_model ?? {});
  if (model instanceof ApiError) return { alias, model: {}, isModelBad: true };
  const recipient = marketingRecipient(email);
  const offered = recipient === undefined ? {} : { unsubscribe_url: linkFor(recipient) };
  return { alias, model: { ...offered, ...model }, isModelBad: false };
}

const LINK_PLACE = /\{\{\s{0,8}unsubscribe_url\s{0,8}\}\}/g;

/** Replaces `{{ unsubscribe_url }}` in the bodies that an email gives itself, beside a template or without one. Nothing else in them is rendered. */
function withLink(email: unknown, linkFor: LinkFor): unknown {
  const recipient = isRecord(email) ? marketingRecipient(email) : undefined;
  if (!isRecord(email) || recipient === undefined) return email;
  let link: string | undefined;
  const writeLink = () => {
    link ??= linkFor(recipient);
    return link;
  };
  // Validation refuses longer bodies.
  const linked = (body: unknown) =>
    typeof body === 'string' && body.length <= limits.htmlBytes ? body.replaceAll(LINK_PLACE, writeLink) : body;
  return { ...email, html_body: linked(email.html_body), text_body: linked(email.text_body) };
}

type TemplateResult = Exclude<RenderResult, ApiError>;

function merge(email: Fields, { subject, html, text }: TemplateResult): Fields {
  const { subject: givenSubject, html_body: givenHtml, text_body: givenText } = email;
  return { ...email, subject: givenSubject ?? subject, html_body: givenHtml ?? html, text_body: givenText ?? text };
}

const isAbsent = (given: unknown) => given === undefined || given === null;

/** Returns the missing variables of the parts that are taken from the template: a given subject or body replaces the template's. */
function missingOf({ subject, html_body: html, text_body: text }: Fields, { missingIn }: TemplateResult): string[] {
  const asked = [isAbsent(subject) ? missingIn.subject : [], isAbsent(html) ? missingIn.html : [], isAbsent(text) ? missingIn.text : []];
  return [...new Set(asked.flat())].slice(0, limits.sendWarnings);
}

const lacks = (alias: string, missing: readonly string[]): EmailRefusal =>
  new ApiError('template_render_failed', { alias, missing: [...missing] }, { detail: `The model lacks ${missing.join(', ')}.` });

function toRendered(
  { id, fields }: GivenEmail & { fields: Fields },
  alias: string,
  result: TemplateResult,
): RenderedEmail | { refusal: EmailRefusal } {
  const missing = missingOf(fields, result);
  if (fields.strict === true && missing.length > 0) return { refusal: lacks(alias, missing) };
  const merged = merge(fields, result);
  if (isAbsent(fields.subject) && isSubjectEmpty(result)) return { refusal: invalid('subject', whySubjectIsEmpty(result)) };
  return { id, fields: merged, template: { alias, version: result.templateVersion }, missing };
}

/**
 * Renders the templates of a request's emails, each within its own time budget and all within that of a request. Returns a result for each email, in order: the rendered email, or
 * why it is refused. Emails without a template are returned as they are.
 */
export async function renderEmails(
  { app, templates }: RenderParts,
  caller: TenantCaller,
  emails: readonly GivenEmail[],
): Promise<(RenderedEmail | { refusal: EmailRefusal })[]> {
  const { tenantId } = caller;
  const linkTo =
    (messageId: string): LinkFor =>
    (email) =>
      unsubscribeUrl(app, { tenantId, messageId, email });
  const wanted = emails.map(({ id, fields }) => readTemplate(fields, linkTo(id)));
  const given = wanted.filter((template) => template !== undefined);
  const rendered = await renderTemplates(templates, caller, given);
  const results = new Map(given.map((template, place) => [template, rendered[place]]));
  return emails.map(({ id, fields: asGiven }, index) => {
    const template = wanted[index];
    const result = template && results.get(template);
    const fields = withLink(asGiven, linkTo(id));
    const isUnknown = result instanceof ApiError && result.code === 'template_not_found';
    const isPlain = template === undefined || (template.isModelBad && !isUnknown);
    if (isPlain || result === undefined || !isRecord(fields)) return { id, fields, template: null, missing: [] };
    if (result instanceof ApiError) return { refusal: result };
    return toRendered({ id, fields }, template.alias, result);
  });
}
