import { accountContract, adminContract, contract, type Operation, writes } from '@posthorn/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

/** What shows each operation by which the console changes something, to its effect. */
export const SHOWN = {
  account: [
    'DELETE /account/passkeys/{id}',
    'DELETE /account/totp',
    'POST /account/links/accept',
    'POST /account/passkeys',
    'POST /account/passkeys/options',
    'POST /account/proof',
    'POST /account/proof/passkey',
    'POST /account/recovery-codes',
    'POST /account/resets',
    'POST /account/sign-in',
    'POST /account/sign-in/passkey',
    'POST /account/sign-in/passkey/options',
    'POST /account/tokens',
    'POST /account/totp',
    'POST /account/totp/confirm',
  ],
  automations: ['PATCH /v1/automations/{id}', 'POST /v1/automations'],
  flows: [
    'DELETE /v1/api-keys/{id}',
    'DELETE /v1/email/{id}',
    'DELETE /v1/suppressions/{email}',
    'PATCH /v1/domains/{id}',
    'PATCH /v1/email/{id}',
    'POST /account/sign-out',
    'POST /v1/api-keys',
    'POST /v1/domains',
    'POST /v1/email',
    'POST /v1/suppressions/bulk',
    'POST /v1/templates',
    'POST /v1/templates/{alias}/versions',
    'POST /v1/webhooks',
    'POST /v1/webhooks/{id}/test',
  ],
  issuer: ['POST /account/issuer/sign-in'],
  lists: ['DELETE /v1/suppressions/bulk'],
  many: [
    'DELETE /v1/automations/{id}',
    'DELETE /v1/broadcasts/{id}',
    'POST /v1/automations/{id}/archive',
    'POST /v1/broadcasts/{id}/pause',
    'POST /v1/broadcasts/{id}/resume',
    'POST /v1/broadcasts/{id}/retry',
  ],
  marketing: [
    'DELETE /v1/audiences/{id}/members/{contact_id}',
    'DELETE /v1/contacts/{id}',
    'PATCH /v1/broadcasts/{id}',
    'PATCH /v1/contacts/{id}',
    'POST /v1/audiences',
    'POST /v1/audiences/{id}/members',
    'POST /v1/audiences/{id}/members/bulk',
    'POST /v1/automations/{id}/activate',
    'POST /v1/automations/{id}/enrollments',
    'POST /v1/automations/{id}/enrollments/{enrollment_id}/cancel',
    'POST /v1/automations/{id}/pause',
    'POST /v1/broadcasts',
    'POST /v1/broadcasts/{id}/cancel',
    'POST /v1/broadcasts/{id}/send',
    'POST /v1/broadcasts/{id}/test',
    'POST /v1/contacts',
    'POST /v1/contacts/batch',
    'POST /v1/contacts/import',
    'POST /v1/segments',
  ],
  members: [
    'DELETE /account/tenants/{tenant_id}/invitations/{id}',
    'DELETE /account/tenants/{tenant_id}/members/{id}',
    'DELETE /admin/people/{id}',
    'PATCH /account/tenants/{tenant_id}/members/{id}',
    'PATCH /admin/people/{id}',
    'POST /account/memberships',
    'POST /account/tenants/{tenant_id}/invitations',
    'POST /admin/people/invitations',
  ],
  operator: [
    'DELETE /admin/suppressions/{email}',
    'DELETE /admin/tenants/{id}',
    'PATCH /admin/tenants/{id}',
    'POST /admin/jobs/{name}/run',
    'POST /admin/suppressions',
    'POST /admin/tenants',
    'POST /admin/tenants/{id}/credits',
  ],
  writes: [
    'DELETE /account/sign-ins/{id}',
    'DELETE /v1/audiences/{id}',
    'DELETE /v1/domains/{id}',
    'DELETE /v1/segments/{id}',
    'DELETE /v1/templates/{alias}',
    'DELETE /v1/webhooks/{id}',
    'PATCH /account/me',
    'PATCH /v1/audiences/{id}',
    'PATCH /v1/segments/{id}',
    'PATCH /v1/webhooks/{id}',
    'POST /account/password',
    'POST /v1/contacts/export',
    'POST /v1/domains/{id}/verify',
    'POST /v1/templates/{alias}/versions/{n}/activate',
    'POST /v1/webhooks/{id}/replay',
    'POST /v1/webhooks/{id}/rotate-secret',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Operations that change something, by method and path. */
export const writing: ReadonlyMap<string, Operation> = new Map(
  [contract, accountContract, adminContract]
    .flatMap((table) => Object.values(table).flatMap((resource): Operation[] => Object.values(resource)))
    .filter(writes)
    .map((operation) => [`${operation.method} ${operation.path}`, operation]),
);

const isParameter = (part: string) => part.startsWith('{');

/** Returns which operation a request is one of: where two have its form, the one that names more of it. */
function nameOf(method: string, path: string): string | undefined {
  const parts = path.split('/');
  const fitting = [...writing].filter(([, operation]) => {
    const known = operation.path.split('/');
    return (
      operation.method === method && known.length === parts.length && known.every((part, at) => isParameter(part) || part === parts[at])
    );
  });
  const named = ({ path }: Operation) => path.split('/').filter((part) => !isParameter(part)).length;
  return fitting.sort(([, one], [, other]) => named(other) - named(one))[0]?.[0];
}

/** Keeps what a page and its frames have changed, once it is done. */
export function recordWrites(page: Page, written: Set<string>): void {
  page.context().on('response', (response) => {
    const request = response.request();
    const name = response.ok() ? nameOf(request.method(), new URL(request.url()).pathname) : undefined;
    if (name !== undefined) written.add(name);
  });
}

/** The last test of a suite: what it is named for was called from the console's pages. */
export function itHasWritten(suite: keyof typeof SHOWN, visit: () => { readonly written: ReadonlySet<string> }): void {
  it('has changed something by each operation that it shows', () => {
    expect(SHOWN[suite].filter((name) => !visit().written.has(name))).toEqual([]);
  });
}
