const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Moves the focus to the screen, or to a given nearer element, when the focused element has gone: keyboard users would otherwise lose
 * their place.
 */
export function catchFocus(nearer?: HTMLElement | null): void {
  if (isLost()) (nearer ?? document.getElementById('content'))?.focus({ preventScroll: true });
}
