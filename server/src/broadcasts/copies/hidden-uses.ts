/** Elements without content, which would otherwise hide everything after them. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** The content of these is not shown, or is shown where nobody can follow a link; only their own end tag ends it. */
const RAW = new Set(['title', 'style', 'script', 'textarea']);
/** Its content is not shown either, and may have end tags of its own. */
const TEMPLATE = 'template';
/** In any other tag an address is no link, such as in a `<meta>`. */
const LINKING = new Set(['a', 'area', 'form', 'button', 'input']);
const NO_DISPLAY = /(?:^|;)\s*display\s*:\s*none/i;

/** Returns whether an attribute hides its element. */
export const isHiding = (name: string, value: string): boolean => name === 'hidden' || (name === 'style' && NO_DISPLAY.test(value));

export interface OpeningTag {
  readonly name: string;
  readonly start: number;
  /** The offset after its `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
  /** Whether one of its attributes hides its element. */
  readonly isHidden: boolean;
}

/** Counts the uses at these ascending offsets that HTML hides. Parts of the HTML must be reported in order and without overlap. */
export function createHiddenUses(offsets: readonly number[]) {
  const hidden = new Set<number>();
  let next = 0;
  const pass = (offset: number): number => {
    while ((offsets[next] ?? offset) < offset) next += 1;
    return next;
  };
  /** Returns a function that hides the uses from this offset up to the one it is called with. */
  const hideFrom = (start: number) => {
    const first = pass(start);
    return (end: number) => {
      const last = pass(end);
      for (let place = first; place < last; place += 1) hidden.add(place);
    };
  };
  let raw: { readonly start: number; readonly hideUpTo: (end: number) => void } | undefined;
  /** The outermost hidden element, and how many elements of its name are open. */
  let element: { readonly name: string; open: number; readonly hideUpTo: (end: number) => void } | undefined;
  return {
    comment: (start: number, end: number): void => hideFrom(start)(end),
    open({ name, start, end, isSelfClosing, isHidden }: OpeningTag): void {
      if (!LINKING.has(name)) hideFrom(start)(end);
      if (element?.name === name && !isSelfClosing) element.open += 1;
      if (element === undefined && (isHidden || name === TEMPLATE)) {
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
    /**
     * Ends the HTML, and returns where the tag begins whose content hides the rest; undefined if there is none. A hidden element that is
     * never closed hides nothing: mail programs differ in where they end it.
     */
    finish(at: number): number | undefined {
      raw?.hideUpTo(at);
      return raw?.start;
    },
    isAnyShown: (): boolean => hidden.size < offsets.length,
  };
}
