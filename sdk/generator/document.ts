import { type createCodegenDocument, idx } from '@openapi-generator-plus/core';

/** The OpenAPI document as read by the generator. */
export type CodegenDocument = ReturnType<typeof createCodegenDocument>;
export type CodegenOperation = CodegenDocument['groups'][number]['operations'][number];

export const NOTICE = '// Generated from contract/openapi.json by `npm run generate`. Do not edit.\n';

/** The items of an indexed collection, in order. */
export const valuesOf = <T>(collection: Readonly<Record<string, T>> | null | undefined): T[] =>
  collection === null || collection === undefined ? [] : idx.allValues(collection);

/** A comment for readers in an editor, which renders Markdown. */
export function comment(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

export const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `\t${line}`));

/** Returns a name as a property, quoted if necessary. */
export const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
