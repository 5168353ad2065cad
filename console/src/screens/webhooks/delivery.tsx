import type { WebhookDelivery } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { nameAnswer } from './failing.tsx';

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;

/** One delivery: what was posted, and the result of each attempt. */
export function Delivery({ delivery, children }: { readonly delivery: WebhookDelivery; readonly children?: ReactNode }) {
  const words = useWords();
  const format = useFormat();
  const { id: tenant } = useTenancy();
  const { status, message_id, attempts, next_attempt_at, payload } = delivery;
  const reasons: Readonly<Record<string, string>> = words.webhook.reasons;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status state={status} label={words.deliveryStates[status]} />
        {next_attempt_at !== null && (
          <span className="text-sm text-faint">
            {words.webhook.next} <Moment at={next_attempt_at} />
          </span>
        )}
        <span className="flex-1" />
        {message_id !== null && (
          <Link to="/$tenant/emails/$id" params={{ tenant, id: message_id }} className="text-sm underline underline-offset-2">
            {words.webhook.message}
          </Link>
        )}
        {children}
      </div>
      {attempts.length > 0 && (
        <ol className="border-t border-line">
          {attempts.map(({ attempt, at, response_status, duration_ms, error }) => (
            <li key={attempt} className="flex min-h-9 flex-wrap items-center gap-x-4 border-b border-line py-1 text-sm">
              <span className="w-6 text-faint tabular-nums">{attempt}</span>
              <span className="flex-1">
                <Status state="" tone={isSuccess(response_status) ? 'good' : 'error'} label={nameAnswer({ response_status, error })} />
              </span>
              <span className="text-faint tabular-nums">{format.count(duration_ms)} ms</span>
              <span className="text-faint">
                <Moment at={at} />
              </span>
              {error !== null && reasons[error] !== undefined && <span className="w-full pl-10 text-faint">{reasons[error]}</span>}
            </li>
          ))}
        </ol>
      )}
      {payload !== null && <CodeBlock code={JSON.stringify(payload, null, 2)} label={words.webhook.payload} />}
    </div>
  );
}
