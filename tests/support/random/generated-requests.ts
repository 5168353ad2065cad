import type { TestTenant } from '../server.ts';
import { type Dice, pick } from './dice.ts';
import type { Fixtures } from './fixtures.ts';
import { type JsonSchema, nearValid } from './near-valid.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

interface DocumentedOperation {
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly schema: JsonSchema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string; readonly headers?: Readonly<Record<string, unknown>> }>>;
}

/** The parts used of the interface document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
  };
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | FormData;
  readonly headers: Record<string, string>;
}

export interface GeneratorParts {
  readonly dice: Dice;
  readonly document: Document;
  readonly tenant: TestTenant;
  readonly fixtures: Fixtures;
  /** Ids of objects that the tenant needs for further requests. */
  readonly spared: readonly string[];
}

export interface RequestGenerator {
  /** Returns a request to a route, most of it valid. */
  request(route: Route): GeneratedRequest;
  /** Remembers the ids in an answer for later requests. */
  learn(answer: unknown): void;
}

const ID = /^[a-z]{3}_[0-9a-z]{26}$/;
const KEPT = 20;
const ADDRESSES = ['ada@example.org', 'bob@example.org', 'carl@example.org', 'New <new@example.org>', 'no address'];
const TEXTS = ['Hello', 'Hello {{ name }}', '<p>Hello</p>', 'pro', 'plan', 'x', '1', 'ü'];
const ODD_PATHS = ['none', '%00', '%2F', 'x'.repeat(500), '%F0%9F%98%80', '%ff'];
const ODD_BODIES = ['', '{', 'null', '[]', '"x"', '{"a":1}{', '['.repeat(5000)];
const ODD_KEYS = ['a', 'b', 'c'.repeat(300), ' ', '%'];
const ODD_FILES = ['a.csv', '', 'ü".txt', '../x'];

export const routesOf = ({ paths }: Document): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsOf(inner);
}

/** Keeps ids by prefix, the latest of each kind. */
function knownIds(dice: Dice, spared: readonly string[]) {
  const ids = new Map<string, string[]>();
  return {
    learn(value: unknown): void {
      for (const text of textsOf(value)) {
        if (!ID.test(text) || spared.includes(text)) continue;
        const kind = text.slice(0, 3);
        ids.set(kind, [...(ids.get(kind) ?? []).slice(-KEPT), text]);
      }
    },
    of: (kind: string) => pick(dice, ids.get(kind) ?? ['none']),
    any: () => pick(dice, [...ids.values()].flat()),
  };
}

/** Creates requests to the routes of the document that pass validation: with existing ids, valid senders, and occasional faults. */
export function requestGenerator({ dice, document, tenant, fixtures, spared }: GeneratorParts): RequestGenerator {
  const ids = knownIds(dice, spared);
  ids.learn(fixtures);
  const file = ['', '/{tenant_id}', '/{tenant_id}/{message_id}'].map((rest) => fixtures[`/attachments${rest}`]).join('/');
  const rules: readonly (readonly [RegExp, () => string])[] = [
    [/^from$/, () => tenant.from],
    [/^(?:to|cc|bcc|reply_to|email)$/, () => pick(dice, ADDRESSES)],
    [/^alias$|_alias$/, () => pick(dice, [fixtures['/v1/templates'] ?? '', `alias_${dice(50)}`])],
    [/^contact_id/, () => ids.of('con')],
    [/^audience_id/, () => ids.of('aud')],
    [/domain_id$/, () => tenant.domain.id],
    [/^target_id$/, () => ids.of(pick(dice, ['aud', 'seg']))],
    [/^message_id/, () => ids.of('msg')],
    [/(?:^|_)ids?$/, ids.any],
    [/^url$/, () => `https://hooks.example/${dice(1000)}`],
    [/^name$/, () => `name${dice(1000)}.example.net`],
    [/^content$/, () => Buffer.from('content').toString('base64')],
    [/^storage_key$/, () => file],
    [/^field$/, () => 'attributes.plan'],
  ];
  const string = (name: string) => rules.find(([pattern]) => pattern.test(name))?.[1]() ?? pick(dice, TEXTS);
  const value = nearValid({ schemas: document.components.schemas, dice, string });

  /** Returns the value of a path parameter, or another of its kind. */
  function inPath(before: string): string {
    const stands = fixtures[before] ?? 'none';
    if (dice(15) === 0) return pick(dice, ODD_PATHS);
    return encodeURIComponent(ID.test(stands) && dice(3) > 0 ? ids.of(stands.slice(0, 3)) : stands);
  }

  function queryOf({ parameters }: DocumentedOperation): string {
    const given = parameters.filter((parameter) => parameter.in === 'query' && dice(3) === 0);
    const query = new URLSearchParams(given.map(({ name, schema }): [string, string] => [name, String(value(schema))]));
    if (dice(20) === 0) query.set('unknown', 'x');
    return query.size === 0 ? '' : `?${query}`;
  }

  function form(): FormData {
    const data = new FormData();
    const rows = `email,plan\n${string('email')},${string('plan')}\n`;
    if (dice(10) > 0) data.append('file', new Blob([rows]), pick(dice, ODD_FILES));
    return data;
  }

  function bodyOf({ requestBody }: DocumentedOperation): Pick<GeneratedRequest, 'body'> {
    if (requestBody?.content === undefined) return {};
    const json = requestBody.content['application/json'];
    if (json === undefined) return { body: form() };
    if (dice(25) === 0) return { body: pick(dice, ODD_BODIES) };
    return { body: JSON.stringify(dice(4) === 0 ? json.example : value(json.schema)) };
  }

  return {
    learn: ids.learn,
    request({ method, path, operation }) {
      const filled = path.replaceAll(/\{\w+\}/g, (_, offset: number) => inPath(path.slice(0, offset - 1)));
      const headers = { Authorization: `Bearer ${tenant.key}`, ...(dice(10) === 0 ? { 'Idempotency-Key': pick(dice, ODD_KEYS) } : {}) };
      return { method, path: filled + queryOf(operation), headers, ...bodyOf(operation) };
    },
  };
}
