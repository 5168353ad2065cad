import type { AnswerBodyOf, adminContract, RequestBodyOf } from '@posthorn/contract';
import type { SuppressionQuery } from '@posthorn/sdk';
import { createOperatorCall, type OperatorOptions } from './operator-call.ts';

type Admin = typeof adminContract;
type Tenants = Admin['tenants'];

export type TenantChange = RequestBodyOf<Tenants['update']>;
export type Stats = AnswerBodyOf<Admin['stats']['get']>;
export type CapturedMail = AnswerBodyOf<Admin['captured']['list']>['data'][number];

export type Operator = ReturnType<typeof createOperator>;

/** A client of the operator's operations, which are not part of the interface document. */
export function createOperator(options: OperatorOptions) {
  const { call, iterate } = createOperatorCall(options);
  return {
    tenants: {
      create: (body: RequestBodyOf<Tenants['create']>) => call<Tenants['create']>('POST', ['tenants'], { body }),
      iterate: (limit: number) => iterate<Tenants['list']>(['tenants'], { limit }),
      get: (id: string) => call<Tenants['get']>('GET', ['tenants', id]),
      update: (id: string, body: TenantChange) => call<Tenants['update']>('PATCH', ['tenants', id], { body }),
      delete: (id: string) => call<Tenants['delete']>('DELETE', ['tenants', id]),
      addCredits: (id: string, emails: number) => call<Tenants['addCredits']>('POST', ['tenants', id, 'credits'], { body: { emails } }),
    },
    keys: {
      create: (tenantId: string, body: RequestBodyOf<Tenants['createApiKey']>) =>
        call<Tenants['createApiKey']>('POST', ['tenants', tenantId, 'api-keys'], { body }),
      iterate: (tenantId: string, limit: number) => iterate<Tenants['listApiKeys']>(['tenants', tenantId, 'api-keys'], { limit }),
      delete: (tenantId: string, id: string) => call<Tenants['deleteApiKey']>('DELETE', ['tenants', tenantId, 'api-keys', id]),
    },
    domains: {
      create: (tenantId: string, body: RequestBodyOf<Tenants['createDomain']>) =>
        call<Tenants['createDomain']>('POST', ['tenants', tenantId, 'domains'], { body }),
    },
    suppressions: {
      iterate: (query: SuppressionQuery) => iterate<Admin['suppressions']['list']>(['suppressions'], query),
      add: (email: string) => call<Admin['suppressions']['add']>('POST', ['suppressions'], { body: { email } }),
      remove: (email: string) => call<Admin['suppressions']['remove']>('DELETE', ['suppressions', email]),
    },
    erasures: {
      create: (email: string) => call<Admin['erasures']['create']>('POST', ['erasures'], { body: { email } }),
      delete: (email: string) => call<Admin['erasures']['delete']>('DELETE', ['erasures', email]),
    },
    captured: {
      iterate: (limit: number) => iterate<Admin['captured']['list']>(['captured'], { limit }),
      get: (id: string) => call<Admin['captured']['get']>('GET', ['captured', id]),
    },
    clock: {
      get: () => call<Admin['clock']['get']>('GET', ['clock']),
      move: (body: RequestBodyOf<Admin['clock']['move']>) => call<Admin['clock']['move']>('POST', ['clock'], { body }),
    },
    jobs: { run: (name: string) => call<Admin['jobs']['run']>('POST', ['jobs', name, 'run']) },
    stats: () => call<Admin['stats']['get']>('GET', ['stats']),
  };
}
