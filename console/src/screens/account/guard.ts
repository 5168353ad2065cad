import type { Me } from '@posthorn/contract';

/** An action that may require a proof of identity first. */
export type GuardedAction = () => Promise<void>;

/** Props of a part of the account. */
export interface PartProps {
  readonly me: Me;
  /** Runs the action, and asks for a proof if one is required. */
  guard(act: GuardedAction): Promise<void>;
}
