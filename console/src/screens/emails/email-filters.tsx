import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { inputClasses, LAST_DAY, SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { legible, legibleDomain } from '../../ui/legible.ts';
import { FilterChips, FilterSelect, Filters } from '../../ui/lists/filters.tsx';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { useTyped } from '../../ui/lists/use-typed.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { chipsOf, EMAIL_FILTERS, type EmailFilters, MESSAGE_STATES, readTag, readTyped, STREAMS, tagText } from './email-filter.ts';

/** Returns the filters in the address. */
export const useEmailFilters = (): EmailFilters => useSearch({ strict: false });

const EMPTY = Object.fromEntries(EMAIL_FILTERS.map((name) => [name, undefined]));

/** The single field: an address, words of a subject, or the id of a mail, which it opens. */
function Typed({ filters }: { readonly filters: EmailFilters }) {
  const words = useWords();
  const filter = useFilter();
  const navigate = useNavigate();
  const { id: tenant } = useTenancy();
  const [typed, type] = useTyped(filters.recipient ?? filters.subject ?? '');
  const search = (text: string) => {
    if (/^msg_\w+$/.test(text)) void navigate({ to: '/$tenant/emails/$id', params: { tenant, id: text } });
    else filter({ recipient: undefined, subject: undefined, ...readTyped(text) });
  };
  return (
    <form
      className="min-w-0 flex-1 basis-full sm:max-w-md sm:basis-64"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed.trim());
      }}
    >
      <input
        data-search
        name="typed"
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        aria-label={words.search.find}
        placeholder={words.search.find}
        autoComplete="off"
        spellCheck={false}
        className={`${inputClasses} h-control`}
      />
    </form>
  );
}

/** Loads the options once somebody chooses, or has chosen. */
function useChoices(wanted: boolean) {
  const { id: tenant, posthorn } = useTenancy();
  const domains = useDomains({ enabled: wanted });
  const broadcasts = useQuery({
    queryKey: ['broadcasts', tenant, 'choice'],
    queryFn: ({ signal }) => posthorn.broadcasts.list({ limit: 100 }, { signal }),
    enabled: wanted,
  });
  const named = domains.data?.map(({ id, name }) => ({ id, name: legibleDomain(name) }));
  return { domains: named, broadcasts: broadcasts.data?.data };
}
type Choices = ReturnType<typeof useChoices>;

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly chosen: string | undefined;
  readonly options: readonly { readonly id: string; readonly name: string }[] | undefined;
}

/** The choice stays whenever its options arrive, even if it is not among them. */
function Choice({ label, name, chosen = '', options = [] }: ChoiceProps) {
  const words = useWords();
  const [value, setValue] = useState(chosen);
  const isListed = options.some(({ id }) => id === value);
  return (
    <SelectField label={label} name={name} value={value} onChange={(event) => setValue(event.target.value)}>
      <option value="">{words.search.every}</option>
      {value !== '' && !isListed && <option value={value}>{value}</option>}
      {options.map(({ id, name: text }) => (
        <option key={id} value={id}>
          {legible(text)}
        </option>
      ))}
    </SelectField>
  );
}

function Fields({ filters, choices }: { readonly filters: EmailFilters; readonly choices: Choices }) {
  const words = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={words.search.recipient}
        hint={words.search.recipientHint}
        name="recipient"
        maxLength={320}
        defaultValue={filters.recipient}
      />
      <TextField label={words.search.subject} hint={words.search.partHint} name="subject" maxLength={200} defaultValue={filters.subject} />
      <TextField label={words.search.from} hint={words.search.partHint} name="from" maxLength={200} defaultValue={filters.from} />
      <TextField label={words.search.tag} hint={words.search.tagHint} name="tag" defaultValue={tagText(filters)} />
      <Choice label={words.search.domain} name="domain" chosen={filters.domain} options={choices.domains} />
      <Choice
        label={words.search.stream}
        name="stream"
        chosen={filters.stream}
        options={STREAMS.map((stream) => ({ id: stream, name: words.streams[stream] }))}
      />
      <Choice label={words.search.broadcast} name="broadcast" chosen={filters.broadcast} options={choices.broadcasts} />
      <TextField label={words.search.template} hint={words.search.templateHint} name="template" defaultValue={filters.template} />
      <TextField label={words.search.firstDay} name="since" type="date" max={LAST_DAY} defaultValue={filters.since} />
      <TextField label={words.search.lastDay} name="until" type="date" max={LAST_DAY} defaultValue={filters.until} />
    </div>
  );
}

interface AllFiltersProps {
  readonly filters: EmailFilters;
  readonly choices: Choices;
  readonly open: boolean;
  onClose(): void;
}

function AllFilters({ filters, choices, open, onClose }: AllFiltersProps) {
  const words = useWords();
  const filter = useFilter();
  const search = (fields: ReadonlyMap<string, string>) => {
    const { tag = '', ...typed } = Object.fromEntries([...fields].map(([name, text]) => [name, text.trim()]));
    filter({ ...typed, tag: undefined, value: undefined, ...readTag(tag) });
    onClose();
  };
  const clear = () => {
    filter(EMPTY);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={words.search.filters} wide>
      <Form onSubmit={search}>
        <Fields filters={filters} choices={choices} />
        <Actions>
          <Button onClick={clear}>{words.common.clear}</Button>
          <Button type="submit" look="primary">
            {words.search.apply}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** The search filters of the log; the address contains all of them. */
export function EmailFilterBar() {
  const words = useWords();
  const format = useFormat();
  const filters = useEmailFilters();
  const [open, setOpen] = useState(false);
  const choices = useChoices(open || filters.domain !== undefined || filters.broadcast !== undefined);
  const named = [...(choices.domains ?? []), ...(choices.broadcasts ?? [])];
  const chips = chipsOf(filters, { words, format, nameOf: (id) => named.find((one) => one.id === id)?.name ?? id });
  return (
    <>
      <Filters>
        <Typed filters={filters} />
        <FilterSelect
          name="status"
          label={words.emails.status}
          every={words.search.everyState}
          options={MESSAGE_STATES.map((state) => [state, words.messageStates[state]])}
        />
        <Button icon={ListFilter} onClick={() => setOpen(true)}>
          {words.search.more(chips.length)}
        </Button>
      </Filters>
      <FilterChips chips={chips} />
      <AllFilters filters={filters} choices={choices} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
