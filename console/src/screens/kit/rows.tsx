import { each } from '../../ui/lists/bulk-run.ts';
import { More, Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment, Time } from '../../ui/time.tsx';

interface Person {
  readonly name: string;
  readonly state: 'sent' | 'bounced';
  readonly at: number;
}

const PEOPLE: readonly Person[] = [
  { name: 'ada@example.org', state: 'sent', at: Date.now() },
  { name: 'somebody-whose-address-is-longer-than-any-column-has-room-for@example.org', state: 'bounced', at: Date.UTC(2026, 0, 2) },
];

const refused = { name: 'Refuse', text: 'Each row says why.', work: each<Person>(async () => Promise.reject(new Error('made up'))) };
const done = { name: 'Agree', text: 'Each row is done.', harmless: true, work: each<Person>(async () => undefined) };

/** Lists: rows that are links, selected rows, and the end of a page. */
export function Rows() {
  const columns = [
    { name: 'Name', cell: ({ name }: Person) => name },
    {
      name: 'Status',
      width: 'w-32 max-sm:w-28',
      cell: ({ state }: Person) => <Status state={state} label={state} />,
    },
    { name: 'Whole', wide: true, cell: ({ at }: Person) => <Moment at={at} /> },
    { name: 'Time', width: 'w-24 max-sm:w-20', end: true, cell: ({ at }: Person) => <Time at={at} /> },
  ];
  const actions = [refused, done].map((action) => ({ ...action, refresh: async () => undefined }));
  return (
    <Section title="Rows">
      <Table
        label="Rows"
        rows={PEOPLE}
        keyOf={({ name }) => name}
        columns={columns}
        linkOf={() => ({ to: '/' })}
        below={({ at }) => <Time at={at} ago />}
        bulk={{ actions, nameOf: ({ name }) => name }}
      />
      <p className="mt-4 flex gap-2">
        <More has busy={false} load={() => undefined} />
        <More has busy load={() => undefined} />
      </p>
    </Section>
  );
}
