/** What a page came to. */
export interface PageCount {
  readonly handled: number;
  /** Whether there is more after it. */
  readonly more: boolean;
  /** Nothing was counted, since another process counts. */
  readonly isHeld?: boolean;
}

/** What it comes to while another process holds the following of logs. */
export const HELD: PageCount = { handled: 0, more: true, isHeld: true };
