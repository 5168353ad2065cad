import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { classes } from './classes.ts';
import { Cut } from './cut.tsx';
import { useLeftAs } from './lists/last-search.tsx';

const WIDTHS = {
  whole: { page: 'max-w-6xl', content: '' },
  form: { page: 'max-w-6xl', content: 'max-w-3xl' },
  alone: { page: 'max-w-3xl', content: '' },
};

interface PageProps {
  readonly title: string;
  readonly back?: { readonly link: LinkProps; readonly label: string };
  readonly actions?: ReactNode;
  readonly intro?: ReactNode;
  /** `form` limits the content to a readable width, at the left edge; `alone` also centres it, for pages without navigation. */
  readonly width?: keyof typeof WIDTHS;
  readonly children: ReactNode;
}

/** A screen: its title, its actions and its content. */
export function Page({ title, back, actions, intro, width = 'whole', children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Posthorn`;
  }, [title]);
  const leftAs = useLeftAs();
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classes('mx-auto w-full min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-8', WIDTHS[width].page)}
    >
      <div className={WIDTHS[width].content}>
        {back !== undefined && (
          <Link
            {...leftAs(back.link)}
            data-back
            className="mb-2 -ml-1 inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm pr-1 text-sm text-faint hover:text-ink"
          >
            <ChevronLeft size={15} className="shrink-0" aria-hidden="true" />
            <span className="truncate">{back.label}</span>
          </Link>
        )}
        <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
          <div
            className={classes(
              'min-w-0 grow',
              intro === undefined ? 'max-sm:max-w-[calc(100%-var(--control)-1rem)] sm:basis-48' : 'basis-full sm:basis-48',
            )}
          >
            <Cut key={title} as="h1" className="text-xl font-semibold tracking-tight">
              {title}
            </Cut>
            {typeof intro === 'string' ? (
              <Cut as="p" className="mt-1 max-w-2xl text-faint">
                {intro}
              </Cut>
            ) : (
              intro !== undefined && <p className="mt-1 max-w-2xl text-faint [overflow-wrap:anywhere]">{intro}</p>
            )}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </main>
  );
}

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Section({ title, actions, children, className }: SectionProps) {
  return (
    <section className={classes('mt-8', className)}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-2">
        <h2 className="grow text-base font-semibold">{title}</h2>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** A list of names and their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="min-w-0 text-sm text-faint [overflow-wrap:anywhere] max-sm:mt-2">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{typeof value === 'string' ? <Cut>{value}</Cut> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
