import { limits, templateModel } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/caller.ts';
import { parseAddress } from '../core/email-address.ts';
import { validate } from '../core/operation/validate.ts';
import { isSubjectEmpty, type RenderResult, renderTemplates, type Templates, whySubjectIsEmpty } from '../templates/index.ts';
import { unsubscribeUrl } from '../tracking/index.ts';
import { type EmailRefusal, invalid } from './validate/send-fault.ts';

/** An email as it came; its fields are not checked yet. */
export interface GivenEmail {
  /** Of the message that it is to be: what is rendered may already name it. */
  readonly id: string;
  readonly fields: unknown;
}

/** An email with what its template gave put in. */
export interface RenderedEmail extends GivenEmail {
  readonly template: { readonly alias: string; readonly version: number } | null;
  /** Paths that its template asks for and its model lacks. */
  readonly missing: readonly string[];
}

export interface RenderParts {
  readonly app: AppContext;
  readonly templates: Templates;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one recipient of a marketing mail; checking the fields will say where there is none. */
function marketingRecipient({ stream, to }: Fields): string | undefined {
  const [first]: unknown[] = Array.isArray(to) ? to : [];
  return stream === 'marketing' && typeof first === 'string' ? parseAddress(first)?.email : undefined;
}

type LinkFor = (email: string) => string;

/** What is to be rendered; nothing where the alias is no such thing, which checking the fields will say, as it will of a bad model. */
function readTemplate(email: unknown, linkFor: LinkFor) {
  if (!isFields(email) || typeof email.template_alias !== 'string') return undefined;
  const alias = email.template_alias;
  const model = validate(templateModel, email.template_model ?? {});
  if (model instanceof ApiError) return { alias, model: {}, isModelBad: true };
  const recipient = marketingRecipient(email);
  const offered = recipient === undefined ? {} : { unsubscribe_url: linkFor(recipient) };
  return { alias, model: { ...offered, ...model }, isModelBad: false };
}

const LINK_PLACE = /\{\{\s{0,8}unsubscribe_url\s{0,8}\}\}/g;

/** Bodies that are given as they are have the link too where they ask for it; nothing else of them is a template. */
function withLink(email: unknown, linkFor: LinkFor): unknown {
  const recipient = isFields(email) ? marketingRecipient(email) : undefined;
  if (!isFields(email) || recipient === undefined) return email;
  let link: string | undefined;
  const writeLink = () => {
    link ??= linkFor(recipient);
    return link;
  };
  // A longer one is refused.
  const linked = (body: unknown) =>
    typeof body === 'string' && body.length <= limits.htmlBytes ? body.replaceAll(LINK_PLACE, writeLink) : body;
  return { ...email, html_body: linked(email.html_body), text_body: linked(email.text_body) };
}

type Rendered = Exclude<RenderResult, ApiError>;

function merge(email: Fields, { subject, html, text }: Rendered): Fields {
  const { subject: givenSubject, html_body: givenHtml, text_body: givenText } = email;
  return { ...email, subject: givenSubject ?? subject, html_body: givenHtml ?? html, text_body: givenText ?? text };
}

const isAbsent = (given: unknown) => given === undefined || given === null;

/** What the parts that go out ask for in vain: one that is given beside the template takes the place of its own. */
function missingOf({ subject, html_body: html, text_body: text }: Fields, { missingIn }: Rendered): string[] {
  const asked = [isAbsent(subject) ? missingIn.subject : [], isAbsent(html) ? missingIn.html : [], isAbsent(text) ? missingIn.text : []];
  return [...new Set(asked.flat())].slice(0, limits.sendWarnings);
}

const lacks = (alias: string, missing: readonly string[]): EmailRefusal =>
  new ApiError('template_render_failed', { alias, missing: [...missing] }, { detail: `The model lacks ${missing.join(', ')}.` });

function toRendered(
  { id, fields }: GivenEmail & { fields: Fields },
  alias: string,
  result: Rendered,
): RenderedEmail | { refusal: EmailRefusal } {
  const missing = missingOf(fields, result);
  if (fields.strict === true && missing.length > 0) return { refusal: lacks(alias, missing) };
  const merged = merge(fields, result);
  if (isAbsent(fields.subject) && isSubjectEmpty(result)) return { refusal: invalid('subject', whySubjectIsEmpty(result)) };
  return { id, fields: merged, template: { alias, version: result.templateVersion }, missing };
}

/** Renders the templates of a request's emails together, in one budget of time. */
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
  const results = await renderTemplates(templates, caller, given);
  return emails.map(({ id, fields: asGiven }, index) => {
    const template = wanted[index];
    const result = template === undefined ? undefined : results.shift();
    const fields = withLink(asGiven, linkTo(id));
    const isUnknown = result instanceof ApiError && result.code === 'template_not_found';
    const isRendered = template !== undefined && (!template.isModelBad || isUnknown);
    if (!isRendered || result === undefined || !isFields(fields)) return { id, fields, template: null, missing: [] };
    if (result instanceof ApiError) return { refusal: result };
    return toRendered({ id, fields }, template.alias, result);
  });
}
