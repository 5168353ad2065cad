import type { Hono } from 'hono';
import type { Service } from '../call-operation.ts';
import type { McpOptions } from './serve-mcp.ts';

/** Mounts `/mcp`, whose libraries are loaded with the first request. */
export function mountMcp(hono: Hono, service: Service, options: McpOptions): void {
  let created: ReturnType<typeof create> | undefined;
  const create = async () => (await import('./serve-mcp.ts')).createMcp(service, options);
  hono.all('/mcp', async (c) => {
    created ??= create();
    return (await created)(c);
  });
}
