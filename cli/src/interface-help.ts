import { readFileSync } from 'node:fs';
import type { AddHelpTextContext, Help } from 'commander';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

type Schemas = Readonly<Record<string, Schema>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** Characters of a line, without its indent. */
const WIDTH = 78;

type HelpText = (context: AddHelpTextContext) => string;

/** Safe because it is made by code and held to the form by a linter. Read where help is asked for, and not by every command. */
const readDocument = () => JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')) as Document;

const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

function typeOf({ $ref, type, enum: values, const: only, items, anyOf }: Schema): string {
  if ($ref !== undefined) return nameOf($ref);
  if (only !== undefined) return String(only);
  if (values !== undefined) return values.join(' or ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return [type ?? 'anything'].flat().join(' or ');
}

const describe = (schema: Schema, required: boolean) =>
  [`${typeOf(schema)}${required ? ', required' : ''}.`, schema.description].filter((part) => part !== undefined).join(' ');

function fieldsOf({ properties = {}, required = [] }: Schema, help: Help): string[] {
  const width = Math.max(...Object.keys(properties).map(({ length }) => length));
  return Object.entries(properties).map(([name, schema]) => help.formatItem(name, width, describe(schema, required.includes(name)), help));
}

const wrapped = (text: string, help: Help) => text.split('\n').flatMap((line) => help.boxWrap(line, WIDTH).split('\n'));

/** Describes one of the forms of a schema. */
const formOf = (name: string, form: Schema, help: Help): string[] => [
  '',
  ...wrapped(`${name}: ${form.description ?? ''}`, help),
  ...fieldsOf(form, help),
];

/** Describes a schema, and each of its forms where it has several. */
function sectionOf(name: string, schemas: Schemas, help: Help): string[] {
  const { description = '', anyOf = [], oneOf = anyOf } = schemas[name] ?? {};
  const forms = oneOf.flatMap(({ $ref }) => ($ref === undefined ? [] : [nameOf($ref)]));
  return [
    '',
    `${name}:`,
    ...wrapped(description, help).map((line) => `  ${line}`.trimEnd()),
    ...forms.flatMap((form) => formOf(form, schemas[form] ?? {}, help)),
  ];
}

/** Returns the part of a help text that describes a schema of the interface, such as `SegmentFilter`. */
export function schemaHelp(name: string): HelpText {
  return ({ command }) => sectionOf(name, readDocument().components.schemas, command.createHelp()).join('\n');
}

/** Returns the part of a help text that names the fields of an operation's body, such as of `post /v1/broadcasts`. */
export function fieldsHelp(operation: `${'post' | 'patch'} ${string}`): HelpText {
  return ({ command }) => {
    const help = command.createHelp();
    const { paths, components } = readDocument();
    const [method = '', path = ''] = operation.split(' ');
    const body = paths[path]?.[method]?.requestBody.content['application/json'].schema ?? {};
    const parts = Object.values(body.properties ?? {}).flatMap(({ items }) => (items?.$ref === undefined ? [] : [nameOf(items.$ref)]));
    return ['', 'Fields:', ...fieldsOf(body, help), ...parts.flatMap((part) => sectionOf(part, components.schemas, help))].join('\n');
  };
}
