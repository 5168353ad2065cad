import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
  readonly body: any;
  readonly text: string;
  readonly status: unknown;
  readonly headers: unknown;
}

export interface McpSession {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Connects the official client. */
export async function connectMcp(url: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<McpSession> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { ...headers, Authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit });
  // Safe because the transport is the package's own; its optional fields are declared without undefined.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    call: async (name, given = {}) => {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
      const [content] = result.content;
      return {
        isError: result.isError ?? false,
        body: result.structuredContent,
        text: content?.type === 'text' ? content.text : '',
        status: result._meta?.['posthorn/status'],
        headers: result._meta?.['posthorn/headers'],
      };
    },
  };
}
