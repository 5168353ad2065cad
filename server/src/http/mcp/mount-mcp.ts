import type { Hono } from 'hono';
import type { Operations } from '../call-operation.ts';
import type { McpOptions } from './serve-mcp.ts';

/** Mounts `/mcp`, whose libraries are loaded with the first request. */
export function mountMcp(hono: Hono, operations: Operations, options: McpOptions): void {
  let created: ReturnType<typeof create> | undefined;
  const create = async () => (await import('./serve-mcp.ts')).createMcp(operations, options);
  hono.all('/mcp', async (c) => {
    created ??= create();
    return (await created)(c);
  });
}
