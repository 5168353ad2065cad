import type { Broadcast, Domain, Stats, Usage, Webhook } from '@posthorn/sdk';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { isLow, shareOf } from '../../charts/share.tsx';
import { useTenancy } from '../../session/session.ts';
import { type Format, useFormat } from '../../text/format.ts';
import { useWords, type Words } from '../../text/words.ts';
import { legible, legibleDomain } from '../../ui/legible.ts';
import { Section } from '../../ui/page.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { nameAnswer } from '../webhooks/failing.tsx';
import { ratesOf } from './rates.ts';

interface Finding {
  /** Id of the object that needs attention, or the name of a whole kind. */
  readonly id: string;
  readonly name: string;
  readonly why: string;
  readonly tone: Tone;
  readonly link: LinkProps;
}

interface TroubleSources {
  readonly domains: readonly Domain[];
  readonly broadcasts: readonly Broadcast[];
  readonly webhooks: readonly Webhook[];
  readonly stats: Stats | undefined;
  readonly usage: Usage | undefined;
}

interface Wording {
  readonly words: Words;
  readonly format: Format;
  readonly tenant: string;
}

/** The most unverified domains and failing endpoints named; the others are counted. */
const MOST_NAMED = 10;
const LIMITS = ['daily', 'monthly', 'contacts', 'storage'] as const;

function findingsOfStats({ totals }: Stats, { words, format, tenant }: Wording): readonly Finding[] {
  const rates = ratesOf(totals).flatMap(({ name, share, judgement }) =>
    judgement !== 'warn' && judgement !== 'error'
      ? []
      : [
          {
            id: name,
            name: words.activity.rateNames[name],
            why: words.trouble[name](format.share(share)),
            tone: judgement,
            link: {
              to: '/$tenant/suppressions',
              params: { tenant },
              search: { reason: name === 'bounces' ? 'hard_bounce' : 'complaint' },
            },
          } as const,
        ],
  );
  const failed = {
    id: 'failed',
    name: words.messageStates.failed,
    why: words.trouble.failed(totals.failed),
    tone: 'error',
    link: { to: '/$tenant/emails', params: { tenant }, search: { status: 'failed' } },
  } as const;
  return totals.failed > 0 ? [...rates, failed] : rates;
}

function findingsOfDomains(domains: readonly Domain[], { words, tenant }: Wording): readonly Finding[] {
  const failed = domains.filter(({ status }) => status === 'failed');
  const unverified = [...failed, ...domains.filter(({ status }) => status === 'pending')];
  const named = unverified.slice(0, MOST_NAMED).map(
    ({ id, name, status }) =>
      ({
        id,
        name: legibleDomain(name),
        why: words.trouble.domain[status === 'failed' ? 'failed' : 'pending'],
        tone: status === 'failed' ? 'error' : 'warn',
        link: { to: '/$tenant/domains/$id', params: { tenant, id } },
      }) as const,
  );
  if (unverified.length <= MOST_NAMED) return named;
  const others = {
    id: 'domains',
    name: words.places.domains,
    why: words.trouble.domains(unverified.length - MOST_NAMED),
    tone: failed.length > MOST_NAMED ? 'error' : 'warn',
    link: { to: '/$tenant/domains', params: { tenant } },
  } as const;
  return [...named, others];
}

function findingsOfWebhooks(webhooks: readonly Webhook[], { words, format, tenant }: Wording): readonly Finding[] {
  const failing = webhooks.flatMap(({ id, url, active, failing }) =>
    !active || failing === null
      ? []
      : [
          {
            id,
            name: legible(url),
            why: words.webhooks.failingLine(format.time(failing.since), nameAnswer(failing)),
            tone: 'error',
            link: { to: '/$tenant/webhooks/$id', params: { tenant, id } },
          } as const,
        ],
  );
  if (failing.length <= MOST_NAMED) return failing;
  const others = {
    id: 'webhooks',
    name: words.places.webhooks,
    why: words.trouble.webhooks(failing.length - MOST_NAMED),
    tone: 'error',
    link: { to: '/$tenant/webhooks', params: { tenant } },
  } as const;
  return [...failing.slice(0, MOST_NAMED), others];
}

/** Returns what needs attention, worst first. */
function findingsOf({ domains, broadcasts, webhooks, stats, usage }: TroubleSources, wording: Wording): readonly Finding[] {
  const { words, format, tenant } = wording;
  const names = {
    daily: words.overview.day,
    monthly: words.overview.month,
    contacts: words.overview.contacts,
    storage: words.overview.storage,
  };
  const found: readonly Finding[] = [
    ...findingsOfDomains(domains, wording),
    ...(stats === undefined ? [] : findingsOfStats(stats, wording)),
    ...findingsOfWebhooks(webhooks, wording),
    ...broadcasts.flatMap(({ id, name, status, last_error: error }) =>
      status !== 'paused' || error === null
        ? []
        : [
            {
              id,
              name: legible(name),
              why: legible(error),
              tone: 'error',
              link: { to: '/$tenant/broadcasts/$id', params: { tenant, id } },
            } as const,
          ],
    ),
    ...LIMITS.flatMap((limit) =>
      usage === undefined || !isLow(usage[limit])
        ? []
        : [
            {
              id: limit,
              name: names[limit],
              why: words.trouble.low(format.share(Math.floor(shareOf(usage[limit]) * 100) / 100)),
              tone: 'warn',
              link: { to: '/$tenant/usage', params: { tenant } },
            } as const,
          ],
    ),
  ];
  return [...found.filter(({ tone }) => tone === 'error'), ...found.filter(({ tone }) => tone !== 'error')];
}

/** What needs attention, if anything does. */
export function Trouble(found: TroubleSources) {
  const words = useWords();
  const format = useFormat();
  const { id: tenant } = useTenancy();
  const findings = findingsOf(found, { words, format, tenant });
  if (findings.length === 0) return null;
  return (
    <Section title={words.overview.trouble} className="mt-0! mb-8">
      <ul className="border-t border-line">
        {findings.map(({ id, name, why, tone, link }) => (
          <li key={id} className="relative flex min-h-11 items-center gap-4 border-b border-line py-2 hover:bg-raised">
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              <Link {...link} data-row className="max-w-full truncate font-medium after:absolute after:inset-0">
                <Status state="" tone={tone} label={name} />
              </Link>
              <span className="min-w-0 text-faint [overflow-wrap:anywhere] max-sm:pl-4">{why}</span>
            </div>
            <ArrowRight size={15} className="shrink-0 text-faint" aria-hidden="true" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
