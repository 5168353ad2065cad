/** What a page came to. */
export interface PageCount {
  readonly handled: number;
  /** Whether there is more after it. */
  readonly more: boolean;
  /** Nothing was done, since another process has the lock on the cursors. */
  readonly isHeld?: boolean;
}

/** What it comes to while another process has the lock on the cursors. */
export const HELD: PageCount = { handled: 0, more: true, isHeld: true };

/** Returns what several pages came to together. */
export const sumOfPages = (pages: readonly PageCount[]): PageCount => ({
  handled: pages.reduce((sum, { handled }) => sum + handled, 0),
  more: pages.some(({ more }) => more),
  isHeld: pages.some(({ isHeld }) => isHeld),
});
