import type { ReactNode } from 'react';

/** A line of a list, with an action. */
export function Row({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {action}
    </li>
  );
}
