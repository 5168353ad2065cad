const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the screen, or to what stands nearer to where it was, when what had it has gone: whoever uses keys is nowhere otherwise. */
export function catchFocus(nearer?: HTMLElement | null): void {
  if (isLost()) (nearer ?? document.getElementById('content'))?.focus({ preventScroll: true });
}
