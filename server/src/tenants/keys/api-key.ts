import type { Permission } from '@posthorn/contract';

/** A key of a tenant, without the secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  /** The only domain that it may send from. */
  readonly domainId: string | null;
  /** The beginning of the key, by which its owner recognises it. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}
