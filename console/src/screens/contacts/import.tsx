import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClasses } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { legible } from '../../ui/legible.ts';
import { Page } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { type AudienceChoice, ImportAudience } from './import-audience.tsx';
import { ImportStatus, proposedStatus, type StatusChoice } from './import-status.tsx';
import {
  COLUMN_ROLES,
  type ColumnPlan,
  type ColumnRole,
  type ContactFile,
  type FileFault,
  faultOfPlan,
  openContactFile,
  writeContactFile,
} from './mapping.ts';

const isRole = (value: string): value is ColumnRole => COLUMN_ROLES.some((role) => role === value);

interface ColumnRowProps {
  readonly plan: ColumnPlan;
  change(changes: Partial<ColumnPlan>): void;
}

function ColumnRow({ plan: { column, role, name, examples }, change }: ColumnRowProps) {
  const words = useWords();
  const shown = legible(column);
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_minmax(0,1fr)]">
      <span className="truncate font-medium">{shown}</span>
      <span className="truncate text-sm text-faint">{legible(examples.join(', '))}</span>
      <select
        aria-label={words.imports.becomesOf(shown)}
        className={`${inputClasses} select h-control`}
        value={role}
        onChange={(event) => isRole(event.target.value) && change({ role: event.target.value })}
      >
        {COLUMN_ROLES.map((each) => (
          <option key={each} value={each}>
            {words.imports.roles[each]}
          </option>
        ))}
      </select>
      {role === 'attribute' ? (
        <input
          aria-label={words.imports.nameOf(shown)}
          className={`${inputClasses} h-control`}
          value={name}
          maxLength={100}
          onChange={(event) => change({ name: event.target.value })}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

interface MappingProps {
  readonly file: ContactFile;
  change(columns: readonly ColumnPlan[]): void;
  readonly audience: AudienceChoice;
  setAudience(choice: AudienceChoice): void;
  readonly status: StatusChoice;
  setStatus(choice: StatusChoice): void;
  /** Called when sending the file begins, and when it has arrived or was refused. */
  setSending(isSending: boolean): void;
}

/** What each column becomes, and the button that starts the import. */
function Mapping({ file, change, audience, setAudience, status, setStatus, setSending }: MappingProps) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const isChanged = useRef(false);
  useLeave(() => isChanged.current);
  const isUnnamed = audience !== undefined && audience.id === undefined && audience.name.trim() === '';
  const fault = faultOfPlan(file.columns) ?? (isUnnamed ? 'unnamed' : undefined);
  const idOf = async (choice: AudienceChoice) => {
    if (choice === undefined || choice.id !== undefined) return choice?.id;
    const { id, name } = await posthorn.audiences.create({ name: choice.name });
    // A retry after a failure must not create it again.
    setAudience({ id, name });
    void queries.invalidateQueries({ queryKey: ['audiences', tenant] });
    return id;
  };
  const start = useAction(async () => {
    const written = await writeContactFile(file);
    const { import_id: id } = await posthorn.contacts.import(written, { audience_id: await idOf(audience), contact_status: status });
    await queries.invalidateQueries({ queryKey: ['imports', tenant] });
    await navigate({ to: '/$tenant/contacts/imports/$id', params: { tenant, id }, ignoreBlocker: true });
  });
  const send = async () => {
    setSending(true);
    await start.run();
    setSending(false);
  };
  return (
    <div
      onInput={() => {
        isChanged.current = true;
      }}
      className="mt-6"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_minmax(0,1fr)] gap-x-4 border-b border-line pb-2 text-xs font-medium text-faint max-sm:hidden">
        <span>{words.imports.column}</span>
        <span>{words.imports.example}</span>
        <span className="col-span-2">{words.imports.becomes}</span>
      </div>
      <fieldset disabled={start.busy} className="min-w-0">
        <ul>
          {file.columns.map((plan, place) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name, and keep their places.
              key={place}
              plan={plan}
              change={(changes) => change(file.columns.map((each, other) => (other === place ? { ...each, ...changes } : each)))}
            />
          ))}
        </ul>
        <ImportAudience value={audience} change={setAudience} />
        <ImportStatus columns={file.columns} value={status} change={setStatus} />
      </fieldset>
      {fault !== undefined && <Failure className="mt-3">{words.imports[fault]}</Failure>}
      {start.failure !== undefined && <Failure className="mt-3">{describeFailedChange(start.failure, words)}</Failure>}
      <FormActions>
        <Button look="primary" icon={Upload} disabled={fault !== undefined} busy={start.busy} onClick={() => void send()}>
          {words.imports.submit}
        </Button>
      </FormActions>
    </div>
  );
}

function NewImport() {
  const words = useWords();
  const [file, setFile] = useState<ContactFile>();
  const [fault, setFault] = useState<FileFault>();
  // Kept when another file is chosen.
  const [audience, setAudience] = useState<AudienceChoice>();
  const [status, setStatus] = useState<StatusChoice>();
  const [isSending, setSending] = useState(false);
  const last = useRef<File>(undefined);
  const choose = async (chosen: File | undefined) => {
    last.current = chosen;
    const opened = chosen === undefined ? undefined : await openContactFile(chosen);
    if (last.current !== chosen) return;
    // Not earlier: the file that is still shown may be sent meanwhile.
    setStatus(proposedStatus(chosen?.name ?? ''));
    setFault(typeof opened === 'string' ? opened : undefined);
    setFile(typeof opened === 'string' ? undefined : opened);
  };
  return (
    <>
      <Field label={words.imports.file} error={fault === undefined ? undefined : words.imports.faults[fault]}>
        {(told) => (
          <input
            {...told}
            type="file"
            disabled={isSending}
            accept=".csv,text/csv,text/plain"
            className="w-full text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line file:bg-paper file:px-3 file:text-ink disabled:opacity-50"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {file !== undefined && (
        <Mapping
          file={file}
          change={(columns) => setFile({ ...file, columns })}
          audience={audience}
          setAudience={setAudience}
          status={status}
          setStatus={setStatus}
          setSending={setSending}
        />
      )}
    </>
  );
}

/** Chooses a file of contacts, and what its columns become. */
export function ImportContacts() {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const mayChange = useMay('Contacts');
  return (
    <Page
      title={words.imports.title}
      intro={words.imports.intro}
      back={{ link: { to: '/$tenant/contacts', params: { tenant } }, label: words.places.contacts }}
    >
      {mayChange && <NewImport />}
      <EarlierImports />
    </Page>
  );
}
