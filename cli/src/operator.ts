import type {
  ApiKey,
  CreateApiKeyRequest,
  CreateDomainRequest,
  CreatedApiKey,
  Deleted,
  DeletedAddress,
  Domain,
  ErasedAddress,
  Suppression,
  SuppressionQuery,
} from '@posthorn/sdk';
import { createOperatorCall, type OperatorOptions } from './operator-call.ts';

export interface Overrides {
  daily_quota: number | null;
  monthly_quota: number | null;
  rate_limit: number | null;
  contact_limit: number | null;
  webhook_limit: number | null;
}

export interface Tenant {
  id: string;
  name: string;
  plan: 'free' | 'payg' | 'credits';
  suspended: boolean;
  overrides: Overrides;
  credits_balance: number;
  created_at: number;
}

export interface TenantChange {
  name?: string | undefined;
  plan?: string | undefined;
  suspended?: boolean | undefined;
  overrides?: Partial<Overrides> | undefined;
  credits_balance?: number | undefined;
}

export interface CreditPack {
  id: string;
  emails: number;
  remaining: number;
  created_at: number;
  expires_at: number;
}

export interface Stats {
  queues: Record<string, { waiting: number; active: number; oldest_waiting_ms: number | null }>;
  messages: Record<string, number>;
  in_doubt: number;
}

export interface CapturedMail {
  id: string;
  tenant_id: string;
  message_id: string;
  mail_from: string;
  rcpt_to: string[];
  subject: string;
  size: number;
  created_at: number;
}

export interface CapturedMailDetail extends CapturedMail {
  raw: string;
  raw_encoding: 'utf8' | 'base64';
}

export type Operator = ReturnType<typeof createOperator>;

/** A client of the operator's operations, which are not part of the interface document. */
export function createOperator(options: OperatorOptions) {
  const { call, iterate } = createOperatorCall(options);
  return {
    tenants: {
      create: (body: TenantChange & { name: string }) => call<Tenant>('POST', ['tenants'], { body }),
      iterate: (limit: number) => iterate<Tenant>(['tenants'], { limit }),
      get: (id: string) => call<Tenant>('GET', ['tenants', id]),
      update: (id: string, body: TenantChange) => call<Tenant>('PATCH', ['tenants', id], { body }),
      delete: (id: string) => call<Deleted>('DELETE', ['tenants', id]),
      addCredits: (id: string, emails: number) => call<CreditPack>('POST', ['tenants', id, 'credits'], { body: { emails } }),
    },
    keys: {
      create: (tenantId: string, body: CreateApiKeyRequest) => call<CreatedApiKey>('POST', ['tenants', tenantId, 'api-keys'], { body }),
      iterate: (tenantId: string, limit: number) => iterate<ApiKey>(['tenants', tenantId, 'api-keys'], { limit }),
      delete: (tenantId: string, id: string) => call<Deleted>('DELETE', ['tenants', tenantId, 'api-keys', id]),
    },
    domains: {
      create: (tenantId: string, body: CreateDomainRequest & { verified?: boolean | undefined }) =>
        call<Domain>('POST', ['tenants', tenantId, 'domains'], { body }),
    },
    suppressions: {
      iterate: (query: SuppressionQuery) => iterate<Suppression>(['suppressions'], query),
      add: (email: string) => call<Suppression>('POST', ['suppressions'], { body: { email } }),
      remove: (email: string) => call<DeletedAddress>('DELETE', ['suppressions', email]),
    },
    erasures: {
      create: (email: string) => call<ErasedAddress>('POST', ['erasures'], { body: { email } }),
      delete: (email: string) => call<DeletedAddress>('DELETE', ['erasures', email]),
    },
    captured: {
      iterate: (limit: number) => iterate<CapturedMail>(['captured'], { limit }),
      get: (id: string) => call<CapturedMailDetail>('GET', ['captured', id]),
    },
    clock: {
      get: () => call<{ now: number }>('GET', ['clock']),
      move: (body: { now?: number; advance_ms?: number }) => call<{ now: number }>('POST', ['clock'], { body }),
    },
    jobs: { run: (name: string) => call<{ ran: number }>('POST', ['jobs', name, 'run']) },
    stats: () => call<Stats>('GET', ['stats']),
  };
}
