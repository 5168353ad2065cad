import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-rules-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Names of the rules that a tree breaks in which one file imports another. */
async function broken(from: string, imported: string, statement = 'import'): Promise<string[]> {
  const isPackage = !imported.includes('/src/') && !imported.startsWith('tests/');
  write(isPackage ? `node_modules/${imported}/index.js` : imported, 'export const x = 1;\n');
  if (isPackage) write(`node_modules/${imported}/package.json`, JSON.stringify({ name: imported, version: '1.0.0', main: 'index.js' }));
  const specifier = isPackage ? imported : `${'../'.repeat(from.split('/').length - 1)}${imported}`;
  write(from, `${statement} { x } from '${specifier}';\nexport ${statement === 'import' ? 'const y = x' : 'type Y = typeof x'};\n`);
  const { tsConfig: _, ...options } = rules.options;
  const { output } = await cruise([dirname(from).split('/')[0] ?? ''], { ...options, baseDir: root, ruleSet: rules, validate: true });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule }) => rule.name);
}

const REFUSED: readonly (readonly [rule: string, from: string, imported: string])[] = [
  ['contract-alone', 'contract/src/email/email.ts', 'hono'],
  ['openapi-apart', 'contract/src/index.ts', 'contract/src/openapi/openapi.ts'],
  ['server-on-contract', 'server/src/app.ts', 'cli/src/main.ts'],
  ['unit-tests-on-support', 'server/src/app.test.ts', 'tests/api/calls.ts'],
  ['sdk-alone', 'sdk/src/client.ts', 'undici'],
  ['cli-commands', 'cli/src/commands/settings/keys.ts', 'server/src/index.ts'],
  ['cli-types-of-contract', 'cli/src/service/operator.ts', 'contract/src/index.ts'],
  ['console-on-sdk', 'console/src/main.ts', 'server/src/index.ts'],
  ['console-types-of-contract', 'console/src/main.ts', 'contract/src/index.ts'],
  ['console-is-built', 'server/src/http/pages/console-page.ts', 'console/src/main.ts'],
  ['no-tests-in-sources', 'server/src/app.ts', 'tests/support/wait.ts'],
  ['core-is-pure', 'server/src/core/ids.ts', 'server/src/db/db.ts'],
  ['core-is-pure', 'server/src/core/ids.ts', 'kysely'],
  ['core-is-pure', 'server/src/core/ids.ts', '@trpc/server'],
  ['implement-on-trpc', 'server/src/core/operation/implement.ts', 'hono'],
  ['trpc-in-adapters', 'server/src/email/routes.ts', '@trpc/server'],
  ['engines-in-db', 'server/src/queue/worker.ts', 'pg'],
  ['engines-in-db', 'server/src/email/store.ts', 'better-sqlite3'],
  ['pg-boss-in-queue', 'server/src/db/open.ts', 'pg-boss'],
  ['nodemailer-in-one-file', 'server/src/provider/smtp.ts', 'nodemailer'],
  ['wire-in-http', 'server/src/email/routes.ts', 'hono'],
  ['interfaces-apart', 'server/src/http/mcp/tools.ts', 'server/src/http/resend-api/calls.ts'],
  ['mcp-in-its-folder', 'server/src/http/trpc.ts', '@modelcontextprotocol/sdk'],
  ['pages-in-browsers', 'server/src/pages/mailbox/main.js', 'server/src/core/ids.ts'],
  ['pages-in-browsers', 'server/src/pages/mailbox/main.js', 'hono'],
  ['pages-are-served', 'server/src/http/pages/mount-page.ts', 'server/src/pages/mailbox/main.js'],
  ['features-by-index', 'server/src/email/send-emails.ts', 'server/src/messages/store.ts'],
  ['features-by-index', 'server/src/admin/store.ts', 'server/src/messages/store.ts'],
  ['features-by-index', 'server/src/app.ts', 'server/src/messages/store.ts'],
  ['base-knows-no-feature', 'server/src/queue/worker.ts', 'server/src/messages/index.ts'],
  ['wiring-on-top', 'server/src/email/send-emails.ts', 'server/src/app.ts'],
  ['wiring-on-top', 'server/src/provider/capture-provider.ts', 'server/src/admin/store.ts'],
  ['wiring-on-top', 'server/src/provider/capture-provider.ts', 'server/src/metrics/routes.ts'],
  ['wiring-on-top', 'server/src/provider/capture-provider.ts', 'server/src/move/mark-store.ts'],
  ['wiring-on-top', 'server/src/provider/capture-provider.ts', 'server/src/release-idle-memory.ts'],
  ['features-below-http', 'server/src/email/routes.ts', 'server/src/http/mount.ts'],
  ['rank-tenants-quota', 'server/src/tenants/store.ts', 'server/src/domains/index.ts'],
  ['rank-domains', 'server/src/domains/store.ts', 'server/src/email/index.ts'],
  ['rank-suppressions-templates-attachments', 'server/src/templates/store.ts', 'server/src/events/index.ts'],
  ['rank-people-events', 'server/src/events/store.ts', 'server/src/webhooks/index.ts'],
  ['rank-contacts', 'server/src/contacts/store.ts', 'server/src/audiences/index.ts'],
  ['rank-audiences', 'server/src/audiences/store.ts', 'server/src/segments/index.ts'],
  ['rank-segments', 'server/src/segments/store.ts', 'server/src/broadcasts/index.ts'],
  ['rank-webhooks', 'server/src/webhooks/store.ts', 'server/src/messages/index.ts'],
  ['rank-usage-feed', 'server/src/usage/routes.ts', 'server/src/messages/index.ts'],
  ['rank-messages', 'server/src/messages/store.ts', 'server/src/delivery/index.ts'],
  ['rank-stats-unsubscribe-captured', 'server/src/stats/routes.ts', 'server/src/email/index.ts'],
  ['rank-email-delivery-feedback', 'server/src/delivery/store.ts', 'server/src/broadcasts/index.ts'],
  ['apart-tenants-quota', 'server/src/quota/store.ts', 'server/src/tenants/index.ts'],
  ['apart-people-events', 'server/src/people/user-store.ts', 'server/src/events/index.ts'],
  ['apart-suppressions-templates-attachments', 'server/src/suppressions/store.ts', 'server/src/attachments/index.ts'],
  ['apart-usage-feed', 'server/src/usage/routes.ts', 'server/src/feed/index.ts'],
  ['apart-stats-unsubscribe-captured', 'server/src/unsubscribe/store.ts', 'server/src/stats/index.ts'],
  ['apart-email-delivery-feedback', 'server/src/email/send-emails.ts', 'server/src/delivery/index.ts'],
  ['apart-tracking-broadcasts-automations-inbound', 'server/src/inbound/store.ts', 'server/src/automations/index.ts'],
];

/** Rules about the tree as a whole. */
const OF_THE_TREE = ['no-cycles', 'no-orphans', 'unresolvable'];

describe('dependency rules', () => {
  it.each(REFUSED)('%s refuses that %s imports %s', async (rule, from, imported) => {
    expect(await broken(from, imported)).toContain(rule);
  });

  it('are each proven here', () => {
    const names = (rules.forbidden ?? []).map(({ name }) => name).sort();
    expect(names).toEqual([...new Set([...REFUSED.map(([rule]) => rule), ...OF_THE_TREE])].sort());
  });

  it.each([
    ['server/src/email/send-emails.ts', 'server/src/messages/index.ts'],
    ['server/src/delivery/claim-emails.ts', 'server/src/messages/claims/index.ts'],
    ['server/src/email/send-emails.ts', 'server/src/email/intake/intake.ts'],
    ['server/src/app.ts', 'server/src/messages/index.ts'],
    ['server/src/app.ts', 'server/src/http/mount.ts'],
    ['server/src/admin/tenant-routes.ts', 'server/src/tenants/index.ts'],
    ['server/src/core/operation/implement.ts', '@trpc/server'],
    ['server/src/db/open.ts', 'pg'],
    ['server/src/pages/shared/read-mail.js', 'postal-mime'],
    ['console/src/screens/mailbox/captured-mail.tsx', 'server/src/pages/shared/read-mail.js'],
    ['cli/src/commands/server/serve.ts', 'server/src/index.ts'],
    ['contract/src/email/email.ts', 'zod'],
  ])('allow that %s imports %s', async (from, imported) => {
    expect(await broken(from, imported)).toEqual([]);
  });

  it.each(['cli/src/service/operator.ts', 'console/src/api/call.ts'])('allow that %s takes types of contract/', async (from) => {
    expect(await broken(from, 'contract/src/index.ts', 'import type')).toEqual([]);
  });

  it('refuse cycles, files that nothing uses and imports of nothing', async () => {
    write('server/src/a.ts', "import { b } from './b.ts';\nexport const a = b;\n");
    write('server/src/b.ts', "import { a } from './a.ts';\nexport const b = a;\n");
    write('server/src/alone.ts', 'export const z = 1;\n');
    const names = await broken('server/src/c.ts', 'server/src/d.ts');
    write('server/src/e.ts', "import './gone.ts';\n");
    expect(names).toEqual(expect.arrayContaining(['no-cycles', 'no-orphans']));
    expect(await broken('server/src/c.ts', 'server/src/d.ts')).toContain('unresolvable');
  });
});
