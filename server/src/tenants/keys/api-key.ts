import type { Permission } from '@posthorn/contract';

/** A key of a tenant, without what it is told by. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  /** The only domain that it may send from. */
  readonly domainId: string | null;
  /** How it begins, by which its owner tells it from others. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}
