import type { Webhook } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { seesBodies } from '../../session/role-rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords, type Words } from '../../text/words.ts';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

interface Answer {
  readonly response_status: number | null;
  readonly error: string | null;
}

/** Returns the result of an attempt in its shortest form. */
export const nameAnswer = ({ response_status: status, error }: Answer): string => (status === null ? (error ?? '') : `HTTP ${status}`);

/** Describes the result of an attempt: the reason in words if it is a known one. */
function describeAnswer(answer: Answer, words: Words): string {
  const reasons: Readonly<Record<string, string>> = words.webhook.reasons;
  const reason = answer.error === null ? undefined : reasons[answer.error];
  return reason === undefined ? nameAnswer(answer) : `${nameAnswer(answer)}: ${reason}`;
}

/** Whether an endpoint gets events, and accepts them. */
export function EndpointStatus({ webhook: { active, failing } }: { readonly webhook: Webhook }) {
  const words = useWords();
  if (!active) return <Status state="paused" label={words.webhooks.inactive} />;
  if (failing !== null) return <Status state="failed" label={words.webhooks.failing} />;
  return <Status state="active" label={words.webhooks.active} />;
}

/** Since when an endpoint has failed and why, in a line of a list; empty if it works. */
export function FailingLine({ webhook: { failing } }: { readonly webhook: Webhook }) {
  const words = useWords();
  const format = useFormat();
  return failing === null ? null : words.webhooks.failingLine(format.time(failing.since), nameAnswer(failing));
}

/** Above the deliveries of a failing endpoint: since when, how often, why, and where to look. */
export function FailingNotice({ webhook: { id, failing } }: { readonly webhook: Webhook }) {
  const words = useWords();
  const { id: tenant, role } = useTenancy();
  if (failing === null) return null;
  const linkTo = (status: 'pending' | 'failed', label: string) => (
    <Link
      to="/$tenant/webhooks/$id"
      params={{ tenant, id }}
      search={{ status }}
      replace={false}
      resetScroll={false}
      className="underline underline-offset-2"
    >
      {label}
    </Link>
  );
  return (
    <div className="mt-6 flex flex-col gap-2 rounded-lg border border-line bg-paper p-4">
      <Failure>
        {words.webhook.failing(failing.attempts)} <Moment at={failing.since} />
      </Failure>
      <p className="[overflow-wrap:anywhere]">
        {words.webhook.lastAnswer} <Moment at={failing.last_attempt_at} />: {describeAnswer(failing, words)}
      </p>
      <p className="text-sm text-faint">{words.webhook.failingHelp}</p>
      {seesBodies(role) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {linkTo('pending', words.webhook.seePending)}
          {linkTo('failed', words.webhook.seeFailed)}
        </p>
      )}
    </div>
  );
}
