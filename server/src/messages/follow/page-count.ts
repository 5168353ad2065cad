/** The result of a page of work. */
export interface PageCount {
  readonly handled: number;
  /** Whether there is more after it. */
  readonly more: boolean;
  /** Whether nothing was done because another process has locked the cursors. */
  readonly isHeld?: boolean;
}

/** The result while another process has locked the cursors. */
export const HELD: PageCount = { handled: 0, more: true, isHeld: true };

/** Returns the result of several pages together. */
export const sumOfPages = (pages: readonly PageCount[]): PageCount => ({
  handled: pages.reduce((sum, { handled }) => sum + handled, 0),
  more: pages.some(({ more }) => more),
  isHeld: pages.some(({ isHeld }) => isHeld),
});
