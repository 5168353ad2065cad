import type { MessageDetail } from '@posthorn/sdk';
import { useWords, type Words } from '../../text/words.ts';
import { classes } from '../../ui/classes.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { toneOf } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

type MessageEvent = MessageDetail['events'][number];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? legible(value) : undefined);

/** Returns the details of an event: why, by what, or which link. */
function moreOf({ data }: MessageEvent, words: Words): string | undefined {
  if (data.prefetch === true) return words.timeline.prefetch;
  return textOf(data.url) ?? textOf(data.detail) ?? textOf(data.reason) ?? textOf(data.user_agent);
}

const DOTS = { good: 'bg-good', info: 'bg-info', warn: 'bg-warn', error: 'bg-error', idle: 'bg-edge' } as const;

interface LineProps {
  readonly at: number;
  readonly text: string;
  readonly more?: string | undefined;
  readonly tone: keyof typeof DOTS;
  readonly last: boolean;
}

function Line({ at, text, more, tone, last }: LineProps) {
  return (
    <li className={classes('relative pl-5', !last && 'pb-4')}>
      {!last && <span aria-hidden="true" className="absolute top-3 bottom-0 left-[3.5px] w-px bg-line" />}
      <span aria-hidden="true" className={classes('absolute top-[7px] left-0 size-2 rounded-full', DOTS[tone])} />
      <p className="[overflow-wrap:anywhere]">{text}</p>
      {more !== undefined && <p className="text-sm text-faint [overflow-wrap:anywhere]">{more}</p>}
      <p className="text-xs text-faint">
        <Moment at={at} />
      </p>
    </li>
  );
}

/** The history of a mail in words, oldest first. */
export function Timeline({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const said = ({ type, recipients }: MessageEvent) => words.timeline.events[type](legibleAddress(recipients.join(', ')));
  return (
    <ol>
      <Line at={message.created_at} text={words.timeline.accepted} tone="idle" last={message.events.length === 0} />
      {message.events.map((event, place) => (
        <Line
          key={event.id}
          at={event.timestamp}
          text={said(event)}
          more={moreOf(event, words)}
          tone={toneOf(event.type)}
          last={place === message.events.length - 1}
        />
      ))}
    </ol>
  );
}
