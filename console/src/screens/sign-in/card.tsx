import { type ReactNode, useEffect } from 'react';
import logo from '../../icon.svg';
import { useWords } from '../../text/words.ts';

/** The page for a person who is not signed in yet. */
export function Card({ title, text, children }: { readonly title: string; readonly text?: ReactNode; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Posthorn`;
  }, [title]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col justify-center px-4 py-10">
      <img src={logo} alt="Posthorn" width={36} height={36} className="mb-5" />
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {text !== undefined && <p className="mt-1 text-faint [overflow-wrap:anywhere]">{text}</p>}
      <div className="mt-6 flex flex-col gap-4 [&_:is(input,button)]:h-10">{children}</div>
    </main>
  );
}

/** Separates one way to sign in from the others. */
export function Or() {
  return (
    <p className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {useWords().signIn.or}
    </p>
  );
}
