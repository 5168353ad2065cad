import type { Operation, OperationTable } from '@posthorn/contract';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { createConfig, lintFromString } from '@redocly/openapi-core';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
}

interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { required: boolean; content: Answer['content'] };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly contact: { readonly url: string } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>>; readonly schemas: Readonly<Record<string, Schema>> };
}

/** The document of a table, of the contract unless given. Safe because the linter holds the document to the form, below. */
export const build = (table?: OperationTable) => JSON.parse(JSON.stringify(buildOpenApiDocument(table))) as Document;

/**
 * What an independent linter, at its strictest, has against a document. `/health` knows no 4xx, and tags need no sentence. What is
 * named beside contacts, as imports are, is no id of one: neither `/contacts/{id}/events` nor `/contacts/imports/{id}` stands for both.
 */
export async function lint(document: Document): Promise<string[]> {
  const off = ['operation-4xx-response', 'tag-description', 'no-ambiguous-paths'];
  const rules = Object.fromEntries(off.map((rule) => [rule, 'off' as const]));
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** What a document says of an operation. */
export function operationAt(document: Document, { method, path }: Pick<Operation, 'method' | 'path'>): DocumentedOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

/** An answer itself, where the document only refers to it. */
export function resolve(document: Document, answer: Answer): Answer {
  const found = answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${answer.$ref} is not in the document`);
  return found;
}

/** The codes that the document gives for an operation, as `422 validation_failed`. */
export function documentedCodes(document: Document, operation: Operation): string[] {
  return Object.entries(operationAt(document, operation).responses).flatMap(([status, answer]) => {
    const schema = resolve(document, answer).content['application/json']?.schema;
    const forms = schema === undefined ? [] : (schema.anyOf ?? [schema]);
    return forms.flatMap((form) => (form.properties?.error?.enum ?? []).map((code) => `${status} ${code}`));
  });
}
