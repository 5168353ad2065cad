/** Elements that have no content, which would hide all that comes after them. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** What stands in these is shown to nobody, or in a place that nobody follows links of; no tag but theirs ends it. */
const RAW = new Set(['title', 'style', 'script']);
const NO_DISPLAY = /(?:^|;)\s*display\s*:\s*none/i;

/** Returns whether an attribute keeps its element from being shown. */
export const isHiding = (name: string, value: string): boolean => name === 'hidden' || (name === 'style' && NO_DISPLAY.test(value));

export interface OpeningTag {
  readonly name: string;
  readonly start: number;
  /** Behind its `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
  /** Whether one of its attributes hides its element. */
  readonly isHidden: boolean;
}

/** Counts the uses of something at these offsets, which ascend, that HTML hides. Of what is told of HTML, none begins before another ends that was told before. */
export function createHiddenUses(offsets: readonly number[]) {
  const hidden = new Set<number>();
  let next = 0;
  const pass = (offset: number): number => {
    while ((offsets[next] ?? offset) < offset) next += 1;
    return next;
  };
  /** Returns a function that hides the uses from there on, up to where it is called with. */
  const hideFrom = (start: number) => {
    const first = pass(start);
    return (end: number) => {
      const last = pass(end);
      for (let place = first; place < last; place += 1) hidden.add(place);
    };
  };
  let raw: { readonly start: number; readonly hideUpTo: (end: number) => void } | undefined;
  /** The outermost element that is hidden, and how many of its name are open. */
  let element: { readonly name: string; open: number; readonly hideUpTo: (end: number) => void } | undefined;
  return {
    comment: (start: number, end: number): void => hideFrom(start)(end),
    open({ name, start, end, isSelfClosing, isHidden }: OpeningTag): void {
      if (element?.name === name && !isSelfClosing) element.open += 1;
      if (element === undefined && isHidden) {
        const hideUpTo = hideFrom(start);
        if (isSelfClosing || VOID.has(name)) hideUpTo(end);
        else element = { name, open: 1, hideUpTo };
      }
      if (RAW.has(name)) raw = { start, hideUpTo: hideFrom(end) };
    },
    close(name: string, at: number): void {
      raw?.hideUpTo(at);
      raw = undefined;
      if (element?.name !== name) return;
      element.open -= 1;
      if (element.open > 0) return;
      element.hideUpTo(at);
      element = undefined;
    },
    /** Ends the HTML, and returns where a tag begins whose content nothing is shown after; undefined where there is none. A hidden element that nothing ends hides nothing: where a reader's program ends it is its own affair. */
    finish(at: number): number | undefined {
      raw?.hideUpTo(at);
      return raw?.start;
    },
    isAnyShown: (): boolean => hidden.size < offsets.length,
    isAnyHidden: (): boolean => hidden.size > 0,
  };
}
