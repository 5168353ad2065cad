type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const ANYTHING = 'Anything';

const isAnything = (schema: unknown) => isObject(schema) && Object.keys(schema).every((key) => key === 'description');

/** A free-form property must not have a description. */
function undescribed(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isAnything(schema) ? {} : schema]));
}

/** A part of the document that the generator would misread, rewritten in terms that it understands. */
function reworded(key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (key === 'properties') return undescribed(value);
  // A free-form map becomes a map of strings, unless `any` is named explicitly.
  if (key === 'additionalProperties' && isAnything(value)) return { $ref: `#/components/schemas/${ANYTHING}` };
  // The generator ignores `const`.
  if (typeof value.const === 'string') return { ...value, const: undefined, enum: [value.const] };
  return value;
}

/** Returns the OpenAPI document in a form that the generator understands, with the same meaning. */
export function prepareDocument(text: string): string {
  const document: unknown = JSON.parse(text, reworded);
  if (!isObject(document) || !isObject(document.components) || !isObject(document.components.schemas))
    throw new Error('the interface document has no components.schemas');
  const schemas = { ...document.components.schemas, [ANYTHING]: {} };
  return JSON.stringify({ ...document, components: { ...document.components, schemas } });
}
