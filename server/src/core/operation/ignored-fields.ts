import { isRecord, type Operation } from '@posthorn/contract';
import { z } from 'zod';
import { hasFields } from './fields-of.ts';
import { type Form, formOf } from './form-of.ts';

type Core = z.core.$ZodType;

/** A field that was sent and that the schema does not know. */
export interface IgnoredField {
  readonly name: string;
  /** Path of the object that contains the field, without list indexes: `attachments[].`. */
  readonly prefix: string;
  /** The object that contains it, and the fields known there. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly known: Readonly<Record<string, Core>>;
}

/** Callers may send anything: these bound what is examined. */
const MOST_OBJECTS = 1000;
const DEEPEST = 10;
const MOST_NAMES = 10;
const MOST_BYTES = 200;
const LONGEST_NAME = 50;

interface Place {
  readonly prefix: string;
  readonly depth: number;
  /** Objects that may still be examined. */
  readonly budget: { objects: number };
}

type FormOf<K extends Form['kind']> = Extract<Form, { kind: K }>;

function optionFor({ options, discriminator }: FormOf<'union'>, value: unknown): Form | undefined {
  const objects = options.map(formOf).filter((option) => option.kind === 'object');
  if (discriminator === undefined || !isRecord(value)) return objects.length === 1 ? objects[0] : undefined;
  return objects.find(({ fields: { [discriminator]: tag } }) => tag !== undefined && z.safeParse(tag, value[discriminator]).success);
}

/** The schema that names the fields of a value; undefined if any field is allowed. */
function formFor(schema: Core, value: unknown): Form | undefined {
  const form = formOf(schema);
  if (form.kind === 'lazy') return formFor(form.schema.unwrap(), value);
  if (form.kind === 'value') return form.named && formFor(form.named, value);
  return form.kind === 'union' ? optionFor(form, value) : form;
}

function* findInObject(form: FormOf<'object'>, value: Readonly<Record<string, unknown>>, place: Place): Generator<IgnoredField> {
  const { fields: known, isOpen } = form;
  const { prefix } = place;
  for (const name in value) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    const item = value[name];
    if (schema === undefined) {
      if (!isOpen) yield { name, prefix, given: value, known };
    } else if (hasFields(item)) yield* findIgnored(schema, item, { ...place, prefix: `${prefix}${name}.`, depth: place.depth + 1 });
  }
}

function* findInList({ element }: FormOf<'list'>, value: readonly unknown[], place: Place): Generator<IgnoredField> {
  if (formOf(element).kind === 'value') return;
  const prefix = place.prefix.replace(/\.$/, '[].');
  for (const item of value) {
    if (place.budget.objects <= 0) return;
    yield* findIgnored(element, item, { ...place, prefix });
  }
}

function* findIgnored(schema: Core, value: unknown, place: Place): Generator<IgnoredField> {
  if (!hasFields(value) || place.depth > DEEPEST || place.budget.objects <= 0) return;
  place.budget.objects -= 1;
  const form = formFor(schema, value);
  if (form?.kind === 'list' && Array.isArray(value)) yield* findInList(form, value, place);
  else if (form?.kind === 'object' && isRecord(value)) yield* findInObject(form, value, place);
}

const wholeBudget = () => ({ objects: MOST_OBJECTS });

/** Yields the fields of a value that its schema does not know, within 1,000 objects and 10 levels. */
export const ignoredFields = (schema: Core, value: unknown): Generator<IgnoredField> =>
  findIgnored(schema, value, { prefix: '', depth: 0, budget: wholeBudget() });

/** Returns a name in characters allowed in a header, whatever was sent. */
function toName(text: string): string {
  const visible = text
    .slice(0, LONGEST_NAME + 1)
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent);
  return visible.length > LONGEST_NAME ? `${visible.slice(0, LONGEST_NAME - 3)}...` : visible;
}

/** Returns the path of an ignored field in printable ASCII, such as `attachments[].name`. */
export const ignoredName = ({ prefix, name }: IgnoredField): string => toName(`${prefix}${name}`);

const NO_FIELDS = z.object({});

interface RequestInput {
  readonly query?: unknown;
  readonly body?: unknown;
}

function* ignoredInItems({ eachApart = [], item }: Operation, body: unknown): Generator<IgnoredField> {
  if (item === undefined || !isRecord(body)) return;
  for (const list of eachApart) {
    const items = body[list];
    if (!Array.isArray(items)) continue;
    const place = { prefix: `${list}[].`, depth: 0, budget: wholeBudget() };
    for (const one of items) yield* findIgnored(item, one, place);
  }
}

function* ignoredIn(operation: Operation, given: RequestInput): Generator<IgnoredField> {
  const { query, body, bodyType = 'json' } = operation;
  yield* ignoredFields(query ?? NO_FIELDS, given.query);
  if (bodyType !== 'json' || given.body instanceof Error) return;
  yield* ignoredFields(body ?? NO_FIELDS, given.body);
  yield* ignoredInItems(operation, given.body);
}

/** Returns the value of `X-Ignored-Fields`, the paths of at most 10 ignored fields; undefined if nothing was ignored. */
export function ignoredHeader(operation: Operation, given: RequestInput): string | undefined {
  const names = new Set<string>();
  let bytes = 0;
  for (const field of ignoredIn(operation, given)) {
    const name = ignoredName(field);
    if (names.has(name)) continue;
    bytes += name.length + ', '.length;
    if (bytes - ', '.length > MOST_BYTES) break;
    names.add(name);
    if (names.size === MOST_NAMES) break;
  }
  return names.size === 0 ? undefined : [...names].join(', ');
}
