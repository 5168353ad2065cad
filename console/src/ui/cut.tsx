import { type ElementType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../text/words.ts';
import { classes } from './classes.ts';

interface CutProps {
  readonly as?: ElementType;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A text of which four lines are shown, and all of it on request: a name may have 255 characters, a subject 998. */
export function Cut({ as: Element = 'div', className, children }: CutProps) {
  const words = useWords();
  const id = useId();
  const text = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (element === null || isOpen) return;
    const look = () => setCut(element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  });
  return (
    <>
      <Element ref={text} id={id} className={classes('[overflow-wrap:anywhere]', !isOpen && 'line-clamp-4', className)}>
        {children}
      </Element>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="h-6 rounded-sm text-sm text-faint underline underline-offset-2 hover:text-ink"
        >
          {isOpen ? words.common.showLess : words.common.showAll}
        </button>
      )}
    </>
  );
}
