import type { Usage } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Share } from '../../charts/share.tsx';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { ByDay } from './by-day.tsx';

const LOOK_EVERY_MS = 15_000;

interface LimitProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  show(value: number): string;
}

/** The used share of a limit: in words, and as a bar beside them. */
function Limit({ name, used, limit, show }: LimitProps) {
  const words = useWords();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_12rem_14rem]">
      <span>{name}</span>
      <span className="text-right tabular-nums sm:order-last">
        {show(used)} <span className="text-faint">{limit === null ? words.overview.noLimit : words.overview.of(show(limit))}</span>
      </span>
      <span className="max-sm:col-span-2">
        <Share used={used} limit={limit} />
      </span>
    </li>
  );
}

function Limits({ usage }: { readonly usage: Usage }) {
  const words = useWords();
  const { count, bytes } = useFormat();
  const { rate_limit: rate, daily, monthly, contacts, webhooks, storage } = usage;
  return (
    <ul className="border-t border-line">
      <Limit name={words.overview.day} used={daily.used} limit={daily.limit} show={count} />
      <Limit name={words.overview.month} used={monthly.used} limit={monthly.limit} show={count} />
      <Limit name={words.usage.rate} used={(rate.limit ?? 0) - (rate.remaining ?? 0)} limit={rate.limit} show={count} />
      <Limit name={words.overview.contacts} used={contacts.used} limit={contacts.limit} show={count} />
      <Limit name={words.usage.webhooks} used={webhooks.used} limit={webhooks.limit} show={count} />
      <Limit name={words.overview.storage} used={storage.used} limit={storage.limit} show={bytes} />
    </ul>
  );
}

/** The limits of the plan, and their use. */
export function UsageScreen() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const query = useQuery({
    queryKey: ['usage', tenant],
    queryFn: ({ signal }) => posthorn.usage.get({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Page title={words.places.usage}>
      <Loaded query={query}>
        {(usage) => (
          <>
            <Facts
              facts={[
                [words.usage.plan, words.usage.plans[usage.plan]],
                [words.usage.credits, format.count(usage.credits_balance)],
                [words.usage.received, format.bytes(usage.storage.received)],
              ]}
            />
            <ByDay />
            <Section title={words.usage.limits}>
              <p className="mb-3 text-sm text-faint">{words.usage.notCounted}</p>
              <Limits usage={usage} />
            </Section>
            <Section title={words.usage.billing}>
              <Facts
                facts={[
                  [words.usage.marketing, format.count(usage.marketing_emails)],
                  [words.usage.overage, format.count(usage.overage_emails)],
                  [words.usage.cost, format.dollars(usage.estimated_cost_usd)],
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
