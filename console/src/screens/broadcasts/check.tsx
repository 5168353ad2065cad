import type { Broadcast, BroadcastPreview } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Preview } from '../../ui/mail/preview.tsx';
import { Failure, Loading } from '../../ui/states.tsx';

/** Loads a preview of a broadcast's recipients and content; again after each change. */
export function useBroadcastPreview({ id, updated_at }: Broadcast) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['broadcast-preview', tenant, id, updated_at],
    queryFn: ({ signal }) => posthorn.broadcasts.preview(id, {}, { signal }),
  });
}

function Counts({ counts }: { readonly counts: NonNullable<BroadcastPreview['counts']> }) {
  const words = useWords();
  const format = useFormat();
  const left = (['unsubscribed', 'cleaned', 'suppressed'] as const).filter((name) => counts[name] > 0);
  return (
    <div>
      <p>
        <span className="text-xl font-semibold tracking-tight tabular-nums">{format.count(counts.deliverable)}</span>{' '}
        <span className="text-faint">{words.broadcasts.counts.deliverable}</span>
      </p>
      {left.length > 0 && (
        <p className="text-sm text-faint">
          {left.map((name) => `${format.count(counts[name])} ${words.broadcasts.counts[name]}`).join(', ')}
        </p>
      )}
    </div>
  );
}

function Warnings({ preview: { missing, warnings } }: { readonly preview: BroadcastPreview }) {
  const words = useWords();
  if (missing.length === 0 && warnings.length === 0)
    return (
      <p className="flex items-center gap-2 text-sm text-faint">
        <CircleCheck size={15} className="text-good" aria-hidden="true" />
        {words.broadcasts.fine}
      </p>
    );
  const lines = [
    ...warnings.map(({ code }) => words.broadcasts.warnings[code]),
    ...(missing.length > 0 ? [`${words.broadcasts.missing} ${legible(missing.join(', '))}`] : []),
  ];
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
          <span className="[overflow-wrap:anywhere]">{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** The mail as the first recipient gets it. */
function Sample({ sample }: { readonly sample: BroadcastPreview['sample'] }) {
  const words = useWords();
  const { from, subject, html_body: html, text_body: text } = sample;
  return (
    <div className="flex flex-col gap-2">
      <p className="[overflow-wrap:anywhere]">
        <span className="block text-sm text-faint">{legibleAddress(from ?? '')}</span>
        <span className="font-medium">{legible(subject)}</span>
      </p>
      {html === null ? (
        <pre className="rounded-md border border-line bg-paper p-3 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {legible(text ?? '')}
        </pre>
      ) : (
        <Preview html={html} title={words.email.previewTitle(legible(subject))} />
      )}
      <p className="text-xs text-faint">{words.broadcasts.shown}</p>
    </div>
  );
}

/** The check before sending. */
export function CheckBroadcast({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const { data, error } = useBroadcastPreview(broadcast);
  if (data === undefined) return error === null ? <Loading rows={3} /> : <Failure>{describeFailure(error, words)}</Failure>;
  return (
    <div className="flex flex-col gap-4">
      {data.counts === null ? <p className="text-faint">{words.broadcasts.noTarget}</p> : <Counts counts={data.counts} />}
      <Warnings preview={data} />
      <Sample sample={data.sample} />
    </div>
  );
}
