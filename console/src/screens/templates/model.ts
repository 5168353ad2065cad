import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { isJsonObject, readJsonObject } from '../../code/json-object.ts';
import { useTenancy } from '../../session/session.ts';
import type { Draft } from './draft.ts';

const keyOf = (tenant: string, alias: string) => ['template-model', tenant, alias] as const;

/** Returns the model that a template was last previewed with, as typed; it is kept as long as the page is open. */
export const keptModel = (queries: QueryClient, tenant: string, alias: string): string | undefined =>
  queries.getQueryData<string>(keyOf(tenant, alias));

export function keepModel(queries: QueryClient, { tenant, alias }: { readonly tenant: string; readonly alias: string }, model: string) {
  queries.setQueryDefaults(['template-model'], { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(keyOf(tenant, alias), model);
}

export function useKeepModel(alias: string): (model: string) => void {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return (model) => keepModel(queries, { tenant, alias }, model);
}

type Model = Record<string, unknown>;

/** Returns the collections that loops iterate over, by the names of their items. */
const loopsOf = ({ subject, html, text }: Draft): ReadonlyMap<string, string> =>
  new Map(
    [...`${subject} ${html} ${text}`.matchAll(/\{%-?\s*(?:for|tablerow)\s+([\w-]+)\s+in\s+([\w.-]+)/g)].map(
      ([, item = '', list = '']) => [item, list] as const,
    ),
  );

/** Changes the value at a path, unless something is in the way. */
function changeAt(model: Model, [first = '', ...rest]: readonly string[], change: (value: unknown) => unknown): Model {
  const value = Object.hasOwn(model, first) ? model[first] : undefined;
  if (rest.length === 0) return { ...model, [first]: change(value) };
  return value === undefined || value === null || isJsonObject(value) ? { ...model, [first]: changeAt(value ?? {}, rest, change) } : model;
}

const isPlain = (part: string) => /^[\w-]+$/.test(part) && part !== '__proto__';

/** Returns the model with a text for each missing path, named after its last part; a list gets one item. */
export function fillModel(draft: Draft, paths: readonly string[]): string {
  const loops = loopsOf(draft);
  const lists = new Set(loops.values());
  const fill = (model: Model, path: string): Model => {
    const parts = path.split('.');
    if (!parts.every(isPlain)) return model;
    const [item = '', ...rest] = parts;
    const list = loops.get(item);
    if (list === undefined || rest.length === 0) return changeAt(model, parts, (value) => value ?? (lists.has(path) ? [{}] : parts.at(-1)));
    const inFirst = ([first, ...others]: readonly unknown[]) =>
      isJsonObject(first) ? [changeAt(first, rest, (value) => value ?? rest.at(-1)), ...others] : [first, ...others];
    return changeAt(model, list.split('.'), (value) => (Array.isArray(value) ? inFirst(value) : value));
  };
  return `${JSON.stringify(paths.reduce(fill, readJsonObject(draft.model) ?? {}), undefined, 2)}\n`;
}
