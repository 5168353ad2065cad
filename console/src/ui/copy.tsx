import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../text/words.ts';
import { useToast } from './overlays/toast.tsx';

const SHOWN_MS = 1500;

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // There is no clipboard over plain HTTP, except on localhost.
    return false;
  }
}

/** A scrollable element must be reachable by keyboard. */
const SCROLLED = 0;

interface CopyProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly label: string;
  readonly className?: string;
}

export function Copy({ text, label, className = '' }: CopyProps) {
  const words = useWords();
  const say = useToast();
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (!(await write(text))) {
      say(words.common.notCopied);
      return;
    }
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  const name = words.common.copy(label);
  const Icon = done ? Check : CopyIcon;
  return (
    <button
      type="button"
      aria-label={done ? words.common.copied : name}
      title={name}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-chosen hover:text-ink ${className}`}
      onClick={copy}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** A text to copy: shown in full, and copied with one press. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="flex min-w-0 items-start gap-1">
      <code className="min-w-0 py-1 font-mono text-xs [overflow-wrap:anywhere]">{text}</code>
      <Copy text={text} label={label} />
    </span>
  );
}

/** Lines of code, such as a command. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className="flex w-full min-w-0 items-start rounded-md border border-line bg-raised">
      <section aria-label={label} tabIndex={SCROLLED} className="min-w-0 flex-1 overflow-x-auto rounded-md">
        <pre className="w-max p-3 font-mono text-xs leading-5 text-ink">{code}</pre>
      </section>
      <Copy text={code} label={label} className="m-1.5" />
    </div>
  );
}
