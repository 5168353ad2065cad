import type { AnswerBodyOf, adminContract, RequestBodyOf } from '@posthorn/contract';
import type { SuppressionQuery } from '@posthorn/sdk';
import { createOperatorCall, type OperatorOptions } from './operator-call.ts';

type Admin = typeof adminContract;
type Tenants = Admin['tenants'];

export type TenantChange = RequestBodyOf<Tenants['update']>;
export type Stats = AnswerBodyOf<Admin['stats']['get']>;
export type CapturedMail = AnswerBodyOf<Admin['captured']['list']>['data'][number];

export type Person = AnswerBodyOf<Admin['people']['list']>['data'][number];
export type Invitee = RequestBodyOf<Admin['people']['invite']>;

export type PostmasterMail = AnswerBodyOf<Admin['postmaster']['list']>['data'][number];

export type Operator = ReturnType<typeof createOperator>;

/** A client of the operator's operations, which are not part of the interface document. */
export function createOperator(options: OperatorOptions) {
  const { call, iterate } = createOperatorCall(options);
  return {
    tenants: {
      create: (body: RequestBodyOf<Tenants['create']>) => call<Tenants['create']>('POST', '/admin/tenants', { body }),
      iterate: (limit: number) => iterate<Tenants['list']>('/admin/tenants', { query: { limit } }),
      get: (id: string) => call<Tenants['get']>('GET', '/admin/tenants/{id}', { params: { id } }),
      update: (id: string, body: TenantChange) => call<Tenants['update']>('PATCH', '/admin/tenants/{id}', { params: { id }, body }),
      delete: (id: string) => call<Tenants['delete']>('DELETE', '/admin/tenants/{id}', { params: { id } }),
      addCredits: (id: string, emails: number) =>
        call<Tenants['addCredits']>('POST', '/admin/tenants/{id}/credits', { params: { id }, body: { emails } }),
    },
    keys: {
      create: (tenantId: string, body: RequestBodyOf<Tenants['createApiKey']>) =>
        call<Tenants['createApiKey']>('POST', '/admin/tenants/{id}/api-keys', { params: { id: tenantId }, body }),
      iterate: (tenantId: string, limit: number) =>
        iterate<Tenants['listApiKeys']>('/admin/tenants/{id}/api-keys', { params: { id: tenantId }, query: { limit } }),
      delete: (tenantId: string, id: string) =>
        call<Tenants['deleteApiKey']>('DELETE', '/admin/tenants/{id}/api-keys/{key_id}', { params: { id: tenantId, key_id: id } }),
    },
    domains: {
      create: (tenantId: string, body: RequestBodyOf<Tenants['createDomain']>) =>
        call<Tenants['createDomain']>('POST', '/admin/tenants/{id}/domains', { params: { id: tenantId }, body }),
    },
    suppressions: {
      iterate: (query: SuppressionQuery) => iterate<Admin['suppressions']['list']>('/admin/suppressions', { query }),
      add: (email: string) => call<Admin['suppressions']['add']>('POST', '/admin/suppressions', { body: { email } }),
      remove: (email: string) => call<Admin['suppressions']['remove']>('DELETE', '/admin/suppressions/{email}', { params: { email } }),
    },
    erasures: {
      create: (email: string) => call<Admin['erasures']['create']>('POST', '/admin/erasures', { body: { email } }),
      delete: (email: string) => call<Admin['erasures']['delete']>('DELETE', '/admin/erasures/{email}', { params: { email } }),
    },
    captured: {
      iterate: (limit: number) => iterate<Admin['captured']['list']>('/admin/captured', { query: { limit } }),
      get: (id: string) => call<Admin['captured']['get']>('GET', '/admin/captured/{id}', { params: { id } }),
    },
    postmaster: {
      iterate: (limit: number) => iterate<Admin['postmaster']['list']>('/admin/postmaster', { query: { limit } }),
      get: (id: string) => call<Admin['postmaster']['get']>('GET', '/admin/postmaster/{id}', { params: { id } }),
    },
    people: {
      invite: (body: RequestBodyOf<Admin['people']['invite']>) =>
        call<Admin['people']['invite']>('POST', '/admin/people/invitations', { body }),
      iterate: (limit: number) => iterate<Admin['people']['list']>('/admin/people', { query: { limit } }),
      update: (id: string, body: RequestBodyOf<Admin['people']['update']>) =>
        call<Admin['people']['update']>('PATCH', '/admin/people/{id}', { params: { id }, body }),
      delete: (id: string) => call<Admin['people']['delete']>('DELETE', '/admin/people/{id}', { params: { id } }),
    },
    clock: {
      get: () => call<Admin['clock']['get']>('GET', '/admin/clock'),
      move: (body: RequestBodyOf<Admin['clock']['move']>) => call<Admin['clock']['move']>('POST', '/admin/clock', { body }),
    },
    jobs: { run: (name: string) => call<Admin['jobs']['run']>('POST', '/admin/jobs/{name}/run', { params: { name } }) },
    stats: () => call<Admin['stats']['get']>('GET', '/admin/stats'),
  };
}
