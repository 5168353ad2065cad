import type { BroadcastStats } from '@posthorn/sdk';
import { useSearch } from '@tanstack/react-router';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { classes } from '../../ui/classes.ts';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { LEDGER_STATES } from './states.ts';

type Part = Exclude<keyof BroadcastStats['ledger'], 'total'>;

const COLOURS: Readonly<Record<Part, string>> = {
  sent: 'bg-good',
  queued: 'bg-info',
  failed: 'bg-error',
  suppressed: 'bg-warn',
  skipped: 'bg-edge',
  pending: 'bg-line',
};

const PARTS: readonly Part[] = [...LEDGER_STATES, 'pending'];

/** Every contact of the target in one bar. Pressing a part with contacts lists them. */
export function Ledger({ ledger }: { readonly ledger: BroadcastStats['ledger'] }) {
  const words = useWords();
  const format = useFormat();
  const filter = useFilter();
  const { status } = useSearch({ strict: false });
  const parts = PARTS.filter((part) => ledger[part] > 0);
  return (
    <div>
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-line">
        {parts.map((part) => (
          <span
            key={part}
            className={classes('h-full min-w-1', COLOURS[part], status !== undefined && status !== part && 'opacity-40')}
            style={{ width: `${(ledger[part] / ledger.total) * 100}%` }}
          />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-2 gap-y-1">
        {parts.map((part) => {
          const content = (
            <>
              <span aria-hidden="true" className={classes('size-2 rounded-full', COLOURS[part])} />
              {words.ledger[part]}
              <span className="text-faint tabular-nums">{format.count(ledger[part])}</span>
            </>
          );
          return (
            <li key={part}>
              {part === 'pending' ? (
                <span className="inline-flex h-7 items-center gap-2 px-2 text-sm">{content}</span>
              ) : (
                <button
                  type="button"
                  aria-pressed={status === part}
                  title={words.broadcasts.people(words.ledger[part])}
                  className="inline-flex h-7 items-center gap-2 rounded-md px-2 text-sm hover:bg-chosen aria-pressed:bg-chosen aria-pressed:font-medium"
                  onClick={() => filter({ status: status === part ? undefined : part })}
                >
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
