import type { Domain, Message, Usage } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Share } from '../../charts/share.tsx';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { EmailTable } from '../emails/email-table.tsx';
import { Activity, Rates, useActivity } from './activity.tsx';
import { Checklist } from './checklist.tsx';
import { Trouble } from './trouble.tsx';

const LOOK_EVERY_MS = 15_000;
const RECENT = 8;

/** Loads the data of an overview: the same queries as on the other screens. */
function useGlance() {
  const { id: tenant, posthorn } = useTenancy();
  const usage = useQuery({
    queryKey: ['usage', tenant],
    queryFn: ({ signal }) => posthorn.usage.get({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const domains = useDomains();
  const keys = useQuery({ queryKey: ['keys', tenant, 'all'], queryFn: ({ signal }) => posthorn.apiKeys.list({ limit: 100 }, { signal }) });
  const recent = useQuery({
    queryKey: ['messages', tenant, 'recent'],
    queryFn: ({ signal }) => posthorn.messages.list({ limit: RECENT }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const broadcasts = useQuery({
    queryKey: ['broadcasts', tenant, 'newest'],
    queryFn: ({ signal }) => posthorn.broadcasts.list({ limit: 25 }, { signal }),
  });
  const webhooks = useQuery({
    queryKey: ['webhooks', tenant],
    queryFn: ({ signal }) => posthorn.webhooks.list({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return { usage, domains, keys, recent, broadcasts, webhooks, activity: useActivity() };
}

interface QuotaProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  show(value: number): string;
}

/** A share of a limit as a line, with words that say the same. */
function Quota({ name, used, limit, show }: QuotaProps) {
  const words = useWords();
  return (
    <div className="min-w-0">
      <dt className="text-sm text-faint">{name}</dt>
      <dd className="mt-0.5">
        <span className="text-lg font-semibold tracking-tight tabular-nums">{show(used)}</span>
        <span className="ml-1.5 text-sm text-faint">{limit === null ? words.overview.noLimit : words.overview.of(show(limit))}</span>
        {limit !== null && (
          <span className="mt-2 block">
            <Share used={used} limit={limit} />
          </span>
        )}
      </dd>
    </div>
  );
}

function Quotas({ usage }: { readonly usage: Usage }) {
  const words = useWords();
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 lg:grid-cols-4">
      <Quota name={words.overview.day} used={usage.daily.used} limit={usage.daily.limit} show={format.count} />
      <Quota name={words.overview.month} used={usage.monthly.used} limit={usage.monthly.limit} show={format.count} />
      <Quota name={words.overview.contacts} used={usage.contacts.used} limit={usage.contacts.limit} show={format.count} />
      <Quota name={words.overview.storage} used={usage.storage.used} limit={usage.storage.limit} show={format.bytes} />
    </dl>
  );
}

function Recent({ messages }: { readonly messages: readonly Message[] }) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  if (messages.length === 0) return null;
  const all = (
    <Link to="/$tenant/emails" params={{ tenant }} className="text-sm text-faint hover:text-ink">
      {words.overview.all}
    </Link>
  );
  return (
    <Section title={words.overview.recent} actions={all}>
      <EmailTable rows={messages} tenant={tenant} />
    </Section>
  );
}

interface FoundProps {
  readonly glance: ReturnType<typeof useGlance>;
  readonly domains: readonly Domain[];
  readonly recent: readonly Message[];
  readonly hasKey: boolean;
}

function Found({ glance: { usage, broadcasts, webhooks, activity }, domains, recent, hasKey }: FoundProps) {
  const words = useWords();
  const begins = recent.length === 0 || !domains.some(({ status }) => status === 'verified');
  return (
    <>
      {begins ? (
        <Checklist domains={domains} hasKey={hasKey} hasSent={recent.length > 0} />
      ) : (
        <>
          <Trouble
            domains={domains}
            broadcasts={broadcasts.data?.data ?? []}
            webhooks={webhooks.data?.data ?? []}
            stats={activity.data}
            usage={usage.data}
          />
          <Activity query={activity} />
          {activity.data !== undefined && <Rates stats={activity.data} />}
        </>
      )}
      <Section title={words.usage.limits}>
        <Loaded query={usage} rows={2}>
          {(data) => <Quotas usage={data} />}
        </Loaded>
        <p className="mt-3 text-sm text-faint">{words.usage.notCounted}</p>
      </Section>
      <Recent messages={recent} />
    </>
  );
}

/** How many placeholder lines stand for all of it. */
const LINES = 12;

/** Appears all at once, so that nothing moves. */
export function Overview() {
  const words = useWords();
  const glance = useGlance();
  const { domains, keys, recent } = glance;
  const needed = [domains, keys, recent];
  const isComing = Object.values(glance).some(({ isPending }) => isPending);
  const failed = needed.find(({ data }) => data === undefined);
  const again = () => Promise.all(needed.map(({ refetch }) => refetch()));
  return (
    <Page title={words.places.overview}>
      {isComing ? (
        <Loading rows={LINES} />
      ) : domains.data && keys.data && recent.data ? (
        <Found glance={glance} domains={domains.data} recent={recent.data.data} hasKey={keys.data.data.length > 0} />
      ) : (
        <Failed error={failed?.error} again={again} />
      )}
    </Page>
  );
}
