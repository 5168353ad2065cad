import { type CodegenDocument, comment, indent, NOTICE, property, valuesOf } from './document.ts';

type NamedSchema = CodegenDocument['schemas'][string];
type Schema = NonNullable<NamedSchema['component']>['schema'];
type NativeType = Schema['nativeType'];

interface Property {
  readonly serializedName: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly description: string | null;
  readonly nativeType: NativeType;
}

/** The parts of a schema by its kind. */
interface ModelSchema extends Schema {
  readonly enumValues?: Readonly<Record<string, { readonly value: unknown }>> | null;
  readonly composes?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Property>> | null;
  readonly additionalProperties?: Schema | null;
  readonly discriminatorValues?:
    | readonly { readonly discriminator: { readonly serializedName: string } | null; readonly value: string }[]
    | null;
  readonly schemas?: CodegenDocument['schemas'] | null;
}

const unionOf = (types: readonly string[]) => types.join(' | ');

function member({ serializedName, required, description, nativeType }: Property): string[] {
  const type = required ? nativeType.serializedType : `${nativeType.serializedType} | undefined`;
  return [...comment(description), `${property(serializedName)}${required ? '' : '?'}: ${type};`];
}

function membersOf({ properties, additionalProperties, discriminatorValues }: ModelSchema): string[] {
  const others = additionalProperties?.component;
  return [
    ...(discriminatorValues ?? []).map(({ discriminator, value }) => `${property(discriminator?.serializedName ?? '')}: '${value}';`),
    ...(others ? [`[key: string]: ${others.nativeType} | undefined;`] : []),
    ...valuesOf(properties).flatMap(member),
  ];
}

function declarationOf(schema: ModelSchema, name: string): string[] {
  const { enumValues, composes } = schema;
  if (enumValues) return [`export type ${name} = ${unionOf(valuesOf(enumValues).map(({ value }) => JSON.stringify(value)))};`];
  if (composes) return [`export type ${name} = ${unionOf(composes.map(({ nativeType }) => nativeType.parentType))};`];
  return [`export interface ${name} {`, ...indent(membersOf(schema)), '}'];
}

const isModel = (schema: ModelSchema) => ['enumValues', 'composes', 'properties'].some((kind) => kind in schema);

type ToName = (name: string) => string;

/** A schema, and in a namespace of its name the schemas that belong to it alone. */
function renderModel(schema: ModelSchema, toName: ToName): string[] {
  const name = toName(schema.name ?? '');
  const inner = renderScope(schema.schemas, toName);
  return [
    '',
    ...comment(schema.description),
    ...declarationOf(schema, name),
    ...(inner.length === 0 ? [] : ['', `export namespace ${name} {`, ...indent(inner.slice(1)), '}']),
  ];
}

const renderScope = (schemas: ModelSchema['schemas'], toName: ToName): string[] =>
  valuesOf(schemas)
    .filter(isModel)
    .flatMap((schema) => renderModel(schema, toName));

/** Renders the types of all inputs and results: they do not exist at run time. */
export const renderModels = ({ schemas }: CodegenDocument, toName: ToName): string =>
  [NOTICE, 'export namespace Api {', ...indent(renderScope(schemas, toName).slice(1)), '}', ''].join('\n');
