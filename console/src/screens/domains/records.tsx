import type { Domain } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { Copyable } from '../../ui/copy.tsx';
import { legible } from '../../ui/legible.ts';
import { Status } from '../../ui/status.tsx';
import { isVouchedFor } from './vouched-for.ts';

type DomainRecord = Domain['records'][number];

/** Returns how to show the state of a record: its check result, if it was checked. */
function stateOf({ status, found }: DomainRecord, domain: Domain) {
  if (isVouchedFor(domain)) return 'unknown';
  return found?.length === 0 ? 'pending' : status;
}

/** The DNS values found instead of the expected ones, right after a check. */
function Found({ record: { status, found } }: { readonly record: DomainRecord }) {
  const words = useWords();
  if (found === undefined || status === 'verified') return null;
  return (
    <>
      <dt className="py-1 text-faint">{words.domain.found}</dt>
      <dd className="min-w-0 py-1">
        {found === null && words.domain.noAnswer}
        {found?.length === 0 && words.domain.nothing}
        {found?.map((value) => (
          <code key={value} className="block font-mono text-xs [overflow-wrap:anywhere]">
            {legible(value)}
          </code>
        ))}
      </dd>
    </>
  );
}

export function Records({ domain }: { readonly domain: Domain }) {
  const words = useWords();
  return (
    <ul className="border-t border-line">
      {domain.records.map((record) => {
        const state = stateOf(record, domain);
        return (
          <li
            key={`${record.purpose} ${record.type} ${record.name}`}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <div>
              <p className="font-medium">{words.domain.purposes[record.purpose]}</p>
              <p className="text-sm">
                <Status state={state} label={words.recordStates[state]} />
              </p>
            </div>
            <dl className="grid min-w-0 grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-2 text-sm">
              <dt className="py-1 text-faint">{words.domain.type}</dt>
              <dd className="py-1 font-mono text-xs">
                {record.type}
                {record.priority !== null && ` ${record.priority}`}
              </dd>
              <dt className="py-1 text-faint">{words.domain.name}</dt>
              <dd className="min-w-0">
                <Copyable text={record.name} label={words.domain.copyName(words.domain.purposes[record.purpose])} />
              </dd>
              <dt className="py-1 text-faint">{words.domain.value}</dt>
              <dd className="min-w-0">
                <Copyable text={record.value} label={words.domain.copyValue(words.domain.purposes[record.purpose])} />
                {record.detail !== undefined && (
                  <p className="py-1 text-warn">{words.domain.noHost[record.type === 'CNAME' ? 'links' : 'mail']}</p>
                )}
              </dd>
              <Found record={record} />
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
