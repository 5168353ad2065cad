import { type Broadcast, type BroadcastPreview, PosthornError } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { describeLiquid } from '../../code/liquid-fault.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords, type Words } from '../../text/words.ts';
import { isBlank } from '../../ui/is-blank.ts';
import { legible } from '../../ui/legible.ts';

/** A reason why a draft cannot be sent, and the name of the field that fixes it; undefined if it is fixed at the domains. */
interface Lack {
  readonly field: string | undefined;
  readonly said: string;
  /** The service's message, in English. */
  readonly detail?: string | undefined;
}

export const hasMail = ({ subject, body_html, body_text }: Broadcast): boolean =>
  !isBlank(subject) && !(isBlank(body_html) && isBlank(body_text));

/** Returns what a draft itself lacks. */
export function lacksOf(broadcast: Broadcast, { broadcasts: { lacks } }: Words): readonly Lack[] {
  const { target_id, subject, body_html, body_text } = broadcast;
  return [
    ...(target_id === null ? [{ field: 'target', said: lacks.target }] : []),
    ...(isBlank(subject) ? [{ field: 'subject', said: lacks.subject }] : []),
    ...(isBlank(body_html) && isBlank(body_text) ? [{ field: 'body_html', said: lacks.body }] : []),
  ];
}

interface Look {
  readonly preview: { readonly data?: BroadcastPreview | undefined; readonly error: unknown };
  /** Whether it is known that no domain is verified. */
  readonly isWithoutDomain: boolean;
}

/** Returns the faults that the service found in the draft. */
export function faultsOf({ from }: Broadcast, { preview: { data, error }, isWithoutDomain }: Look, words: Words): readonly Lack[] {
  const { broadcasts, failures } = words;
  if (data?.sample.from === null) {
    return from === null && isWithoutDomain
      ? [{ field: undefined, said: broadcasts.lacks.domain }]
      : [{ field: 'from', said: failures.codes.from_domain_not_verified }];
  }
  if (!(error instanceof PosthornError)) return [];
  if (error.is('target_not_found')) return [{ field: 'target', said: failures.codes.target_not_found }];
  if (!error.is('invalid_template')) return [];
  const { field, line } = error.fields;
  const why = error.detail === null ? undefined : describeLiquid(error.detail, words.liquid);
  const parts: Readonly<Record<string, string>> = { subject: broadcasts.subject, body_html: broadcasts.html, body_text: broadcasts.text };
  const place = broadcasts.lacks.liquid(parts[field] ?? legible(field), line);
  return [{ field, said: why === undefined ? place : `${place}: ${legible(why)}`, detail: error.detail ?? undefined }];
}

interface LacksProps {
  readonly lacks: readonly Lack[];
  /** Leads to the field of this name. */
  goTo(field: string): void;
}

const wayClasses = 'min-h-6 rounded-sm text-left underline underline-offset-2';

function Way({ lack: { field, said }, goTo }: Pick<LacksProps, 'goTo'> & { readonly lack: Lack }) {
  const { id: tenant } = useTenancy();
  if (field === undefined) {
    return (
      <Link to="/$tenant/domains" params={{ tenant }} className={wayClasses}>
        {said}
      </Link>
    );
  }
  return (
    <button type="button" className={wayClasses} onClick={() => goTo(field)}>
      {said}
    </button>
  );
}

/** What must be done before a draft can be sent, each with a link to the place. */
export function Lacks({ lacks, goTo }: LacksProps) {
  const words = useWords();
  const title = useId();
  if (lacks.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p id={title} className="text-faint">
        {words.broadcasts.lacks.title}
      </p>
      <ul aria-labelledby={title} className="flex list-disc flex-col gap-1 pl-5 marker:text-faint">
        {lacks.map((lack) => (
          <li key={lack.said}>
            <Way lack={lack} goTo={goTo} />
            {lack.detail !== undefined && (
              <span lang="en" className="block text-xs text-faint [overflow-wrap:anywhere]">
                {legible(lack.detail)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
