import type { Operation } from '@posthorn/contract';
import { describedBy, jsonOf, named, type Parameter, type Schema, withDefinitions } from './document.ts';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** Request headers that become arguments of tools. */
export const headerArguments: Readonly<Record<string, string>> = {
  idempotency_key: 'Idempotency-Key',
  batch_validation: 'X-Batch-Validation',
};

/** Safe because the bodies of the tools' operations are objects, according to the document. */
const asObject = (schema: Schema) => ({ properties: {}, required: [], ...named(schema) }) as ObjectSchema;

const argumentOf = ({ in: place, name }: Parameter): string | undefined =>
  place === 'header' ? Object.keys(headerArguments).find((argument) => headerArguments[argument] === name) : name;

function ofParameters(parameters: readonly Parameter[]): ObjectSchema {
  const taken = parameters.flatMap((parameter) => {
    const name = argumentOf(parameter);
    return name === undefined ? [] : [{ ...parameter, name }];
  });
  return {
    properties: Object.fromEntries(taken.map(({ name, schema }) => [name, schema])),
    required: taken.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** Returns the JSON Schema of a tool's arguments: the path, query, body and headers of its operation. */
export function inputSchemaOf(operation: Operation) {
  const { parameters = [], requestBody } = describedBy(operation);
  const outside = ofParameters(parameters);
  const body = asObject((requestBody && jsonOf(requestBody)) ?? {});
  const twice = Object.keys(body.properties).find((name) => name in outside.properties);
  if (twice !== undefined) throw new Error(`${operation.path} takes ${twice} in two places`);
  const properties = { ...outside.properties, ...body.properties };
  return withDefinitions({ type: 'object' as const, properties, required: [...outside.required, ...body.required] });
}
