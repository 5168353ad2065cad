import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { seededDice } from '../../support/random/dice.ts';
import { createFixtures } from '../../support/random/fixtures.ts';
import {
  type Document,
  type GeneratedRequest,
  type RequestGenerator,
  type Route,
  requestGenerator,
  routesOf,
} from '../../support/random/generated-requests.ts';

/** More by GENERATED_REQUESTS, others by GENERATED_SEED. */
const REQUESTS = Number(process.env.GENERATED_REQUESTS ?? 1500);
const seed = Number(process.env.GENERATED_SEED ?? 1);
const WORDS_OF_ZOD = /\b(?:Invalid (?:input|option|string|number|key|value)|Too (?:big|small)|Unrecognized key)/;
const OUR_HEADERS = /^(?:x-(?!content-type-options)|idempotent-|retry-after)/;
/** The feed of events may keep a request for 30 s. */
const HANGS_MS = 45_000;
/** Rounds over all routes, between which time passes. */
const ROUNDS = 3;
const JOBS = ['scheduler', 'dispatch', 'fanout', 'automations', 'import', 'export', 'cleanup'];

interface Asked {
  readonly request: GeneratedRequest;
  readonly status: number;
  /** What is wrong with the answer. */
  readonly fault: string | undefined;
}

const inPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Holds answers against the document: answers what is wrong with one. */
function judge(document: Document) {
  const validator = new Ajv2020({ strict: false, validateFormats: false });
  validator.addSchema({ $id: 'document', ...document });

  function documented({ method, path, operation }: Route, status: number) {
    const at = operation.responses[status]?.$ref ?? `#/paths/${inPointer(path)}/${method.toLowerCase()}/responses/${status}`;
    return validator.getSchema(`document${at}/content/application~1json/schema`);
  }

  const responses = document.components.responses;

  /** A header of ours that the document does not give to the answer. */
  function undeclared({ operation }: Route, { status, headers }: Response): string | undefined {
    const answer = operation.responses[status];
    const { headers: declared = {} } = (answer?.$ref === undefined ? answer : responses[answer.$ref.split('/').at(-1) ?? '']) ?? {};
    const names = Object.keys(declared).map((name) => name.toLowerCase());
    return [...headers.keys()].find((name) => OUR_HEADERS.test(name) && !names.includes(name));
  }

  return (route: Route, answer: Response, text: string): string | undefined => {
    const { status, headers } = answer;
    if (status >= 500) return text;
    if (headers.get('x-request-id') === null) return 'no X-Request-Id';
    const header = undeclared(route, answer);
    if (header !== undefined) return `a header that the document does not know: ${header}`;
    if (WORDS_OF_ZOD.test(text)) return `words of the library: ${text}`;
    const check = documented(route, status);
    if (check === undefined) return route.operation.responses[status]?.content === undefined ? `not in the document: ${text}` : undefined;
    return check(JSON.parse(text)) === true ? undefined : `${validator.errorsText(check.errors)}: ${text}`;
  };
}

describe.each(engines)('generated requests on $name', (engine) => {
  let document: Document;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: 1_000_000 });
  beforeAll(async () => {
    document = JSON.parse(await (await fetch(`${server.url}/openapi.json`)).text());
  });

  async function generate(): Promise<RequestGenerator> {
    const { body: keys } = await tenant.call('GET', '/v1/api-keys');
    const { body: spare } = await tenant.call('POST', '/v1/domains', { body: { name: 'spare.example.net' } });
    const fixtures = { ...(await createFixtures(server, tenant, 'welcome')), '/v1/domains': spare.id };
    return requestGenerator({ dice: seededDice(seed), document, tenant, fixtures, spared: [keys.data[0].id, tenant.domain.id] });
  }

  async function timePasses(): Promise<void> {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
    for (const job of JOBS) expect((await server.admin('POST', `/admin/jobs/${job}/run`)).status).toBe(200);
  }

  it(`are answered as the document says: ${REQUESTS} requests, GENERATED_SEED=${seed}`, { timeout: 900_000 }, async () => {
    const generator = await generate();
    const faultOf = judge(document);
    const routes = routesOf(document);

    async function ask(route: Route, request: GeneratedRequest): Promise<Asked> {
      const { path, ...init } = request;
      try {
        const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(HANGS_MS) });
        const text = await answer.text();
        const fault = faultOf(route, answer, text);
        if (answer.headers.get('content-type')?.startsWith('application/json')) generator.learn(JSON.parse(text));
        return { request, status: answer.status, fault };
      } catch (error) {
        return { request, status: 0, fault: String(error) };
      }
    }

    const asked: Asked[] = [];
    while (asked.length < REQUESTS) {
      for (const route of routes) asked.push(await ask(route, generator.request(route)));
      if (asked.length % (ROUNDS * routes.length) === 0) await timePasses();
    }
    expect(asked.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(asked.filter(({ status }) => status < 300).length).toBeGreaterThan(REQUESTS / 4);
  });
});
