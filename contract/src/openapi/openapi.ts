import { initTRPC, type TRPCRouterRecord } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { OperationTable } from '../core/operation.ts';
import { API_VERSION } from '../core/version.ts';
import { type ExampleTable, examples } from '../examples/index.ts';
import { contract } from '../index.ts';
import { BEARER, operationId, pathsOf } from './openapi-paths.ts';
import { describeTag } from './openapi-tags.ts';
import { tidy } from './openapi-tidy.ts';

const DESCRIPTION = `Transactional and marketing email for many tenants. Version ${API_VERSION} is that of this interface; the release that \
serves it has its own, which \`posthorn --version\` says.

Instants are integers in milliseconds since 1970-01-01T00:00:00Z; ids are opaque strings. A field that is null counts as absent, except \
where a PATCH clears by it. Unknown fields are ignored, and \`X-Ignored-Fields\` names them; new fields, event types and error codes may appear at \
any time: ignore what you do not know. Lists take \`limit\` and \`cursor\`; pass \`next_cursor\` back unchanged until it is null.

An error has a code that stays, a sentence for people and, with some codes, further fields: \`{"error": "missing_field", "detail": "A \
required field is missing.", "field": "name"}\`. The two send operations take 100 requests a minute, unless the operator says otherwise: \
\`X-RateLimit-Remaining\` says how many are left, and a 429 says in \`Retry-After\` how many seconds to wait.`;

const nothing = async () => ({});

/**
 * Creates a router that does nothing: it gives the generator the path and path parameters of every operation to check. `paths` adds the
 * rest.
 */
function unimplemented(table: OperationTable) {
  const { procedure, router } = initTRPC.meta<OpenApiMeta>().create();
  const record: Record<string, TRPCRouterRecord> = {};
  for (const [resource, operations] of Object.entries(table)) {
    const procedures: TRPCRouterRecord = {};
    for (const [name, { method, path, params }] of Object.entries(operations)) {
      const place = procedure.meta({ openapi: { method, path, operationId: operationId(resource, name) } });
      const declared = place.input(params ?? z.object({})).output(z.object({}));
      procedures[name] = method === 'GET' ? declared.query(nothing) : declared.mutation(nothing);
    }
    record[resource] = procedures;
  }
  return router(record);
}

// Must be the address that the packages are published from.
const CONTACT = { name: 'Posthorn', url: 'https://github.com/posthorn/posthorn' };

/** Builds the interface document, OpenAPI 3.1. */
export function buildOpenApiDocument(table: OperationTable = contract, shown: ExampleTable = examples): object {
  const operations = Object.values(table).flatMap((resource) => Object.values(resource));
  const document = generateOpenApiDocument(unimplemented(table), {
    title: 'Posthorn',
    description: DESCRIPTION,
    version: API_VERSION,
    license: { name: 'MIT', identifier: 'MIT' },
    openApiVersion: '3.1.0',
    // Relative: the server that serves the document.
    baseUrl: '/',
    tags: [...new Set(operations.flatMap(({ tags }) => tags))],
    securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer', description: 'An API key of the tenant.' } },
    paths: pathsOf(table, shown),
  });
  return tidy({ ...document, info: { ...document.info, contact: CONTACT }, tags: document.tags?.map(describeTag) });
}

/** Returns the text of `openapi.json`. */
export const renderOpenApiDocument = (): string => `${JSON.stringify(buildOpenApiDocument(), null, 2)}\n`;
