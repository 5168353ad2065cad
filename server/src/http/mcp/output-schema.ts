import type { Operation } from '@posthorn/contract';
import { describedBy, jsonOf, type Schema, withDefinitions } from './document.ts';

/** Errors are structured content too, so that a program can read their code: clients validate all content against this schema. */
const FAILURE: Schema = {
  type: 'object',
  description: 'With `isError`: what went wrong.',
  properties: { error: { type: 'string' }, detail: { type: 'string' } },
  required: ['error'],
};

const isSuccess = (status: string) => status.startsWith('2');

/** Returns the JSON Schema of a tool's result: any response of its operation, or an error. */
export function outputSchemaOf(operation: Operation) {
  const answers = Object.entries(describedBy(operation).responses)
    .filter(([status]) => isSuccess(status))
    .map(([, response]) => jsonOf(response))
    .filter((schema) => schema !== undefined);
  const different = [...new Map(answers.map((schema) => [JSON.stringify(schema), schema])).values()];
  return withDefinitions({ type: 'object' as const, anyOf: [...different, FAILURE] });
}
