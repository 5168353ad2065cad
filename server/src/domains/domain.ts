import type { Domain, DomainRecord } from '@posthorn/contract';

export type DomainStatus = Domain['status'];
export type Purpose = DomainRecord['purpose'];

/** Results of look-ups by purpose; one that was never answered is absent. */
export type Findings = { readonly [P in Purpose]?: 'verified' | 'failed' };

export interface DomainSettings {
  readonly openTracking: boolean;
  readonly clickTracking: boolean;
  readonly inbound: boolean;
  /** Local part of the sender where a broadcast names none. */
  readonly defaultFromLocalPart: string | null;
}

/** How far the records of a domain are proven. */
export interface DomainState {
  readonly status: DomainStatus;
  readonly findings: Findings;
  /** Days running on which a required record was wrong or absent. */
  readonly failedChecks: number;
  /** When it is looked up by itself; null where it is not. */
  readonly nextCheckAt: number | null;
  readonly verifiedAt: number | null;
}

/** A sending domain without its private key. */
export interface SendingDomain extends DomainSettings, DomainState {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** Verified by the operator's word and never looked up. */
  readonly trusted: boolean;
  readonly dkimSelector: string;
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly dkimPublicKey: string;
  readonly createdAt: number;
}
