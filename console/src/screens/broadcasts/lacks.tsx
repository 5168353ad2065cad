import { type Broadcast, type BroadcastPreview, PosthornError } from '@posthorn/sdk';
import { useWords, type Words } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';

/** What keeps a draft from being sent, and the name of the field that puts it right. */
interface Lack {
  readonly field: string;
  readonly said: string;
}

const isBlank = (text: string | null) => (text ?? '').trim() === '';

export const hasMail = ({ subject, body_html, body_text }: Broadcast): boolean =>
  !isBlank(subject) && !(isBlank(body_html) && isBlank(body_text));

/** Returns what a draft lacks by itself. */
export function lacksOf(broadcast: Broadcast, { broadcasts: { lacks } }: Words): readonly Lack[] {
  const { target_id, subject, body_html, body_text } = broadcast;
  return [
    ...(target_id === null ? [{ field: 'target', said: lacks.target }] : []),
    ...(isBlank(subject) ? [{ field: 'subject', said: lacks.subject }] : []),
    ...(isBlank(body_html) && isBlank(body_text) ? [{ field: 'body_html', said: lacks.body }] : []),
  ];
}

/** Returns what the service found wrong when it looked at the draft. */
export function faultsOf(
  preview: { readonly data?: BroadcastPreview | undefined; readonly error: unknown },
  words: Words,
): readonly Lack[] {
  const { data, error } = preview;
  const { broadcasts, failures } = words;
  if (data?.sample.from === null) return [{ field: 'from', said: failures.codes.from_domain_not_verified }];
  if (!(error instanceof PosthornError)) return [];
  if (error.is('target_not_found')) return [{ field: 'target', said: failures.codes.target_not_found }];
  if (!error.is('invalid_template')) return [];
  const { field, line } = error.fields;
  const parts: Readonly<Record<string, string>> = { subject: broadcasts.subject, body_html: broadcasts.html, body_text: broadcasts.text };
  return [{ field, said: broadcasts.lacks.liquid(parts[field] ?? legible(field), line) }];
}

interface LacksProps {
  readonly id: string;
  readonly lacks: readonly Lack[];
  /** Leads to the field of this name. */
  goTo(field: string): void;
}

/** What is to be done before a draft can be sent, each with the way to where it is done. */
export function Lacks({ id, lacks, goTo }: LacksProps) {
  const words = useWords();
  if (lacks.length === 0) return null;
  return (
    <div id={id} className="flex flex-col gap-1 text-sm">
      <p id={`${id}-title`} className="text-faint">
        {words.broadcasts.lacks.title}
      </p>
      <ul aria-labelledby={`${id}-title`} className="flex list-disc flex-col gap-1 pl-5 marker:text-faint">
        {lacks.map(({ field, said }) => (
          <li key={said}>
            <button type="button" className="min-h-6 rounded-sm text-left underline underline-offset-2" onClick={() => goTo(field)}>
              {said}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
