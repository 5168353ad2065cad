import type { Domain, UpdateDomainRequest } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Check } from '../../ui/forms/field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleDomain } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { Records } from './records.tsx';
import { isVouchedFor } from './vouched-for.ts';
import { zoneOf } from './zone.ts';

const LOOK_EVERY_MS = 30_000;

const keyOf = (tenant: string, id: string) => ['domain', tenant, id] as const;

/** Returns a function that checks a domain's records. It refreshes lists of domains if the status changed. */
function useVerify() {
  const { id: tenant, posthorn } = useTenancy();
  const queries = useQueryClient();
  return async (before: Domain): Promise<Domain> => {
    const after = await posthorn.domains.verify(before.id);
    if (after.status !== before.status) void queries.invalidateQueries({ queryKey: ['domains', tenant] });
    return after;
  };
}

/** Adds the DNS values that only the last check returned, as long as they match the record's status. */
const withFound = (domain: Domain, before: Domain | undefined): Domain => ({
  ...domain,
  records: domain.records.map((record) => {
    if (record.found !== undefined) return record;
    const asked = before?.records.find(({ purpose, name }) => purpose === record.purpose && name === record.name);
    return asked?.found === undefined || asked.status !== record.status ? record : { ...record, found: asked.found };
  }),
});

/**
 * Polls a domain that is not verified while somebody looks at it. DNS is checked only on request: that is a change, which goes into the
 * audit log.
 */
function useDomain(domainId: string) {
  const { id: tenant, posthorn } = useTenancy();
  const queries = useQueryClient();
  const queryKey = keyOf(tenant, domainId);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => withFound(await posthorn.domains.get(domainId, { signal }), queries.getQueryData<Domain>(queryKey)),
    refetchInterval: ({ state }) => (state.data?.status === 'verified' ? false : LOOK_EVERY_MS),
  });
}

/** Returns a function that makes changes to a domain one after the other, and keeps the answer to each. */
function useChange(domainId: string) {
  const { id: tenant } = useTenancy();
  const queries = useQueryClient();
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const key = keyOf(tenant, domainId);
  return (change: () => Promise<Domain>): Promise<Domain> => {
    const answer = async () => withFound(await change(), queries.getQueryData<Domain>(key));
    const changed = before.current.then(() => keepAnswer(queries, key, answer));
    before.current = changed.catch(() => undefined);
    return changed;
  };
}

/** Removes earlier choices, unless they were changed since. */
const without = (chosen: UpdateDomainRequest, then: UpdateDomainRequest): UpdateDomainRequest =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => !Object.entries(then).some(([key, was]) => key === name && was === value)),
  );

function Settings({ domain }: { readonly domain: Domain }) {
  const words = useWords();
  const { posthorn } = useTenancy();
  const mayChange = useMay('Domains');
  const keep = useChange(domain.id);
  // Shown at once: the service can only agree, or say why not.
  const [chosen, setChosen] = useState<UpdateDomainRequest>({});
  const change = useAction(async (changes: UpdateDomainRequest) => {
    setChosen((before) => ({ ...before, ...changes }));
    try {
      await keep(() => posthorn.domains.update(domain.id, changes));
    } finally {
      setChosen((before) => without(before, changes));
    }
  });
  const settings = [
    ['open_tracking', words.domain.opens, words.domain.opensHint],
    ['click_tracking', words.domain.clicks, words.domain.clicksHint],
    ['inbound', words.domain.inbound, words.domain.inboundHint],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      {settings.map(([name, label, hint]) => (
        <Check
          key={name}
          label={label}
          hint={hint}
          checked={chosen[name] ?? domain[name]}
          disabled={!mayChange}
          onChange={(event) => void change.run({ [name]: event.target.checked })}
        />
      ))}
      {change.failure !== undefined && <Failure>{describeFailedChange(change.failure, words)}</Failure>}
    </div>
  );
}

function DomainActions({ domain }: { readonly domain: Domain }) {
  const words = useWords();
  const say = useToast();
  const forget = useDeleted();
  const { id: tenant, posthorn } = useTenancy();
  const keep = useChange(domain.id);
  const [deleting, setDeleting] = useState(false);
  const verifyNow = useVerify();
  const verify = useAction(async () => {
    const found = await keep(() => verifyNow(domain));
    say(isVouchedFor(found) ? words.domain.vouchedFor : words.domain.checked[found.status]);
  });
  const remove = async () => {
    await posthorn.domains.delete(domain.id);
    await forget({
      key: keyOf(tenant, domain.id),
      list: { key: ['domains', tenant], link: { to: '/$tenant/domains', params: { tenant } } },
      said: words.domain.deleted,
    });
  };
  return (
    <>
      {!isVouchedFor(domain) && (
        <Button icon={RefreshCw} busy={verify.busy} onClick={() => void verify.run()}>
          {words.domain.check}
        </Button>
      )}
      <Button icon={Trash2} look="danger" onClick={() => setDeleting(true)}>
        {words.common.delete}
      </Button>
      {verify.failure !== undefined && <Failure className="w-full">{describeFailedChange(verify.failure, words)}</Failure>}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={words.domain.deleteTitle(legibleDomain(domain.name))}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.domain.deleteText}
      </Confirm>
    </>
  );
}

export function DomainScreen() {
  const words = useWords();
  const mayChange = useMay('Domains');
  const { tenant = '', id = '' } = useParams({ strict: false });
  const query = useDomain(id);
  const domain = query.data;
  return (
    <Page
      title={legibleDomain(domain?.name ?? words.domain.title)}
      intro={
        domain && (
          <>
            {legibleDomain(domain.name) !== domain.name && (
              <code className="mb-1 block font-mono text-xs [overflow-wrap:anywhere]">{legible(domain.name)}</code>
            )}
            <Status state={domain.status} label={words.domainStates[domain.status]} />.{' '}
            {isVouchedFor(domain) ? words.domain.vouchedFor : words.domain.states[domain.status]}
          </>
        )
      }
      back={{ link: { to: '/$tenant/domains', params: { tenant } }, label: words.places.domains }}
      actions={mayChange && domain !== undefined && <DomainActions domain={domain} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Section title={words.domain.records} className="mt-0!">
              <Records domain={found} />
            </Section>
            <Section title={words.domain.zone}>
              <p className="mb-3 max-w-2xl text-faint">{words.domain.zoneText}</p>
              <CodeBlock code={zoneOf(found)} label={words.domain.zone} />
            </Section>
            <Section title={words.domain.settings}>
              <Settings domain={found} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
