import { randomUUID } from 'node:crypto';
import type { DomainRecord } from '@posthorn/contract';
import type { TenantCaller } from '../../../server/src/core/request/caller.ts';
import type { Tenancy } from './tenancy.ts';

interface Stand {
  readonly tenancy: Tenancy;
  /** The default caller. */
  readonly caller: TenantCaller;
}

/** Creates the calls of `/v1/domains`, with the values that a test has set up by then. */
export function domainCalls(stand: () => Stand) {
  const call = (operation: string, input: object, as = stand().caller) => stand().tenancy.call(as, `domains.${operation}`, input);
  return {
    call,
    create: (body: object, as?: TenantCaller) => call('create', { body }, as),
    get: (id: string, as?: TenantCaller) => call('get', { params: { id } }, as),
    patch: (id: string, body: object, as?: TenantCaller) => call('update', { params: { id }, body }, as),
    remove: (id: string, as?: TenantCaller) => call('delete', { params: { id } }, as),
    /** Adds a verified domain as the operator. */
    vouch: (name: string, tenantId = stand().caller.tenantId) =>
      stand().tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name, verified: true } }),
  };
}

/** Returns a domain name that nobody else has. */
export const newName = () => `${randomUUID()}.example`;

export const recordsOf = ({ body }: { body: Record<string, unknown> }) => body.records as DomainRecord[];
