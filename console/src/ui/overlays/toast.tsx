import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';

const SHOWN_MS = 5000;

const ToastContext = createContext<((text: string) => void) | undefined>(undefined);

/** Shows results at the bottom for a while. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState<readonly { readonly id: number; readonly text: string }[]>([]);
  const last = useRef(0);
  const say = useCallback((text: string) => {
    last.current += 1;
    const id = last.current;
    setSaid((before) => [...before.slice(-2), { id, text }]);
    setTimeout(() => setSaid((before) => before.filter((one) => one.id !== id)), SHOWN_MS);
  }, []);
  const shown = useMemo(() => say, [say]);
  return (
    <ToastContext value={shown}>
      {children}
      <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col items-center gap-2">
        {said.map(({ id, text }) => (
          <p key={id} className="max-w-full rounded-md bg-strong px-3 py-2 text-sm text-on-strong shadow-pop [overflow-wrap:anywhere]">
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}

export function useToast(): (text: string) => void {
  const say = useContext(ToastContext);
  if (say === undefined) throw new Error('no toasts above');
  return say;
}
