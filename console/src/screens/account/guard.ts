import type { Me } from '@posthorn/contract';

/** What asks for a proof first, and is done once it is given. */
export type GuardedAction = () => Promise<void>;

/** What a part of the account is handed. */
export interface PartProps {
  readonly me: Me;
  /** Does it, and asks for a proof where that is wanted. */
  guard(act: GuardedAction): Promise<void>;
}
