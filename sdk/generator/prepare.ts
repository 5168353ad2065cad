type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const ANYTHING = 'Anything';

const isAnything = (schema: unknown) => isObject(schema) && Object.keys(schema).every((key) => key === 'description');

/** A property of anything may not be described. */
function undescribed(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isAnything(schema) ? {} : schema]));
}

/** A part of the document that the generator would misread, said in words that it knows. */
function reworded(key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (key === 'properties') return undescribed(value);
  // A map of anything becomes a map of strings, unless it is told by name what anything is.
  if (key === 'additionalProperties' && isAnything(value)) return { $ref: `#/components/schemas/${ANYTHING}` };
  // `const` is not read at all.
  if (typeof value.const === 'string') return { ...value, const: undefined, enum: [value.const] };
  return value;
}

/** The interface document as the generator has to be told it, with the same meaning. */
export function prepareDocument(text: string): string {
  const document: unknown = JSON.parse(text, reworded);
  if (!isObject(document) || !isObject(document.components) || !isObject(document.components.schemas))
    throw new Error('the interface document has no components.schemas');
  const schemas = { ...document.components.schemas, [ANYTHING]: {} };
  return JSON.stringify({ ...document, components: { ...document.components, schemas } });
}
