import type { ContactImport } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { saveFile } from '../../ui/lists/save-file.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

/** A link to the audience of an import, by name; only its id if it was deleted or its name is not known. */
function AudienceLink({ id }: { readonly id: string }) {
  const { id: tenant, posthorn } = useTenancy();
  const { data: found, isPending } = useQuery({
    queryKey: ['audience', tenant, id],
    queryFn: ({ signal }) => posthorn.audiences.get(id, { signal }),
  });
  if (isPending) return null;
  if (found === undefined) return id;
  return (
    <Link to="/$tenant/audiences/$id" params={{ tenant, id }} className="underline underline-offset-2">
      {legible(found.name)}
    </Link>
  );
}

const FOLLOW_EVERY_MS = 1000;
const isOpen = ({ status }: ContactImport) => status === 'pending' || status === 'processing';

function FailedRows({ found }: { readonly found: ContactImport }) {
  const words = useWords();
  const { posthorn } = useTenancy();
  const download = useAction(async () => {
    const rows = await posthorn.contacts.downloadFailedRows(found.import_id);
    saveFile(await rows.blob(), 'failed-rows.csv');
  });
  if (found.failed === 0) return null;
  const codes: Readonly<Record<string, string>> = words.failures.codes;
  const why = ({ error }: ContactImport['errors'][number]) => codes[error] ?? error;
  // The record of an erased row says nothing about it.
  const isErased = found.errors.length === found.failed && found.errors.every(({ error }) => error === 'address_erased');
  const button = !isErased && (
    <Button small icon={Download} busy={download.busy} onClick={() => void download.run()}>
      {words.imports.download}
    </Button>
  );
  return (
    <Section title={words.imports.errors} actions={button}>
      {download.failure !== undefined && <Failure className="mb-3">{describeFailure(download.failure, words)}</Failure>}
      {found.failed > found.errors.length && (
        <p className="mb-2 text-sm text-faint">{words.imports.firstErrors(found.errors.length, found.failed)}</p>
      )}
      <Table
        label={words.imports.errors}
        rows={found.errors}
        keyOf={({ row }) => String(row)}
        columns={[
          { name: words.contacts.email, cell: ({ email }) => (email === '' ? '–' : legibleAddress(email)) },
          { name: words.imports.row, width: 'w-20', wide: true, cell: ({ row }) => row },
          { name: words.imports.why, wide: true, cell: why },
        ]}
        below={(fault) => `${words.imports.row} ${fault.row}: ${why(fault)}`}
      />
    </Section>
  );
}

function Progress({ found }: { readonly found: ContactImport }) {
  const words = useWords();
  const format = useFormat();
  const total = found.total_rows ?? 0;
  const said = words.imports.progress(format.count(found.processed_rows), found.total_rows === null ? '…' : format.count(total));
  return (
    <div className="mb-6">
      <div className="mb-2 flex flex-wrap gap-x-4">
        <Status state={found.status === 'done' ? 'completed' : found.status} label={words.imports.states[found.status]} />
        <span className="text-faint tabular-nums">{said}</span>
      </div>
      <progress
        aria-label={words.imports.states[found.status]}
        value={found.status === 'done' ? 1 : found.processed_rows}
        max={found.status === 'done' ? 1 : Math.max(total, 1)}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
      />
      {found.error !== null && <Failure className="mt-3">{words.imports.fileFaults[found.error]}</Failure>}
    </div>
  );
}

/** The progress of an import. */
export function ImportProgress() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['import', tenant, id],
    queryFn: ({ signal }) => posthorn.contacts.getImport(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data) ? FOLLOW_EVERY_MS : false),
  });
  const queries = useQueryClient();
  const { file_name: name, created = 0, updated = 0 } = query.data ?? {};
  // The cached list may still be empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever more have come.
  useEffect(() => {
    for (const rows of ['contacts', 'members']) void queries.invalidateQueries({ queryKey: [rows, tenant] });
  }, [queries, tenant, created, updated]);
  // There is no list for one import: its contacts are the newest ones.
  const contacts = created > 0 && (
    <Link to="/$tenant/contacts" params={{ tenant }} className={buttonClasses()}>
      {words.imports.showContacts}
    </Link>
  );
  return (
    <Page
      title={name === undefined ? words.imports.one : words.imports.importOf(legible(name))}
      back={{ link: { to: '/$tenant/contacts', params: { tenant } }, label: words.places.contacts }}
      actions={contacts}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Progress found={found} />
            <Facts
              facts={[
                [words.imports.created, format.count(found.created)],
                [words.imports.updated, format.count(found.updated)],
                [words.imports.failed, format.count(found.failed)],
                ...(found.audience_id === null
                  ? []
                  : [[words.contacts.audience, <AudienceLink key="a" id={found.audience_id} />] as const]),
                ...(found.contact_status === null ? [] : [[words.imports.statusOf, words.contactStates[found.contact_status]] as const]),
                [words.common.created, <Moment key="c" at={found.created_at} />],
              ]}
            />
            <FailedRows found={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
