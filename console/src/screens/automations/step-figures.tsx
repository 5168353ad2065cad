import type { Automation, AutomationStats } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useTenancy } from '../../session/session.ts';
import { type Format, useFormat } from '../../text/format.ts';
import { useWords, type Words } from '../../text/words.ts';

const LOOK_EVERY_MS = 15_000;

type StepStats = AutomationStats['steps'][number];

const FiguresContext = createContext<ReadonlyMap<string, StepStats>>(new Map());

/** Makes the steps below show the outcomes of their enrollments. A draft has none. */
export function WithFigures({ automation: { id, status }, children }: { readonly automation: Automation; readonly children: ReactNode }) {
  const { id: tenant, posthorn } = useTenancy();
  const { data } = useQuery({
    queryKey: ['automation-stats', tenant, id],
    queryFn: ({ signal }) => posthorn.automations.stats(id, { signal }),
    refetchInterval: status === 'active' ? LOOK_EVERY_MS : false,
    enabled: status !== 'draft',
  });
  return <FiguresContext value={new Map(data?.steps.map((step) => [step.step, step]))}>{children}</FiguresContext>;
}

/** Returns the figures of a step; zeros are omitted, except for the mails of a sending step. */
function figuresOf({ active, failed, cancelled, mail }: StepStats, { words, format }: { readonly words: Words; readonly format: Format }) {
  const { figures } = words.automations;
  const ofSent = (part: number) => (mail === null || mail.sent === 0 ? '' : ` (${format.share(part / mail.sent)})`);
  const told: readonly (readonly [text: string, isTold: boolean, isBad?: true])[] = [
    [figures.active(format.count(active)), active > 0],
    ...(mail === null
      ? []
      : ([
          [figures.sent(format.count(mail.sent)), true],
          [figures.opened(format.count(mail.unique_opens)) + ofSent(mail.unique_opens), mail.unique_opens > 0],
          [figures.clicked(format.count(mail.unique_clicks)) + ofSent(mail.unique_clicks), mail.unique_clicks > 0],
          [figures.bounced(format.count(mail.events.bounce)), mail.events.bounce > 0, true],
          [figures.unsent(format.count(mail.failed)), mail.failed > 0, true],
        ] as const)),
    [figures.cancelled(format.count(cancelled)), cancelled > 0],
    [figures.failed(format.count(failed)), failed > 0, true],
  ];
  return told.filter(([, isTold]) => isTold);
}

/** The figures of one step, inside `WithFigures`. */
export function StepFigures({ step }: { readonly step: string | undefined }) {
  const words = useWords();
  const format = useFormat();
  const stats = useContext(FiguresContext).get(step ?? '');
  const told = stats === undefined ? [] : figuresOf(stats, { words, format });
  if (told.length === 0) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs tabular-nums">
      {told.map(([text, , isBad]) => (
        <span key={text} className={isBad ? 'text-error' : 'text-faint'}>
          {text}
        </span>
      ))}
    </span>
  );
}
