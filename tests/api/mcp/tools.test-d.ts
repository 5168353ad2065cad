// What the table of tools refuses to compile. The compiler reports each expected error that no longer occurs.
import type { ToolSpec } from '../../../server/src/http/mcp/tools.ts';

const known: ToolSpec = { operation: 'email.send' };
// @ts-expect-error: there is no such operation
const misspelt: ToolSpec = { operation: 'email.sned' };
// @ts-expect-error: there is no such resource
const elsewhere: ToolSpec = { operation: 'mails.send' };
// @ts-expect-error: an operator's operation is no tool
const operators: ToolSpec = { operation: 'tenants.create' };

export { elsewhere, known, misspelt, operators };
