import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { Facts } from '../../ui/page.tsx';

export type AttributeValue = string | number | boolean | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

const KINDS = ['text', 'number', 'boolean', 'empty'] as const;
type Kind = (typeof KINDS)[number];
const isKind = (value: string): value is Kind => KINDS.some((kind) => kind === value);

/** An attribute while it is edited. */
export interface AttributeDraft {
  readonly key: number;
  readonly name: string;
  readonly kind: Kind;
  readonly value: string;
  /** The contact has it already, so its name cannot change. */
  readonly known: boolean;
}

const kindOf = (value: AttributeValue): Kind =>
  value === null ? 'empty' : typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';

export const draftsOf = (attributes: Attributes): readonly AttributeDraft[] =>
  Object.entries(attributes).map(([name, value], key) => ({ key, name, kind: kindOf(value), value: String(value ?? ''), known: true }));

const readValue = ({ kind, value }: AttributeDraft): AttributeValue => {
  if (kind === 'empty') return null;
  if (kind === 'boolean') return value === 'true';
  return kind === 'number' ? Number(value) : value;
};

type Fault = 'numberFault' | 'nameFault';

/** Returns the edited attributes, or what is wrong with them. */
export function readDrafts(drafts: readonly AttributeDraft[]): Attributes | Fault {
  const names = new Set(drafts.map(({ name }) => name.trim()));
  if (names.size < drafts.length || names.has('')) return 'nameFault';
  if (drafts.some(({ kind, value }) => kind === 'number' && (value.trim() === '' || !Number.isFinite(Number(value))))) return 'numberFault';
  return Object.fromEntries(drafts.map((draft) => [draft.name.trim(), readValue(draft)]));
}

/** Returns a function that formats the value of an attribute. */
export function useAttributeText(): (value: AttributeValue) => string {
  const words = useWords();
  const format = useFormat();
  return (value) => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? words.contacts.yes : words.contacts.no;
    return typeof value === 'number' ? format.count(value) : legible(value);
  };
}

export function AttributeFacts({ attributes }: { readonly attributes: Attributes }) {
  const words = useWords();
  const show = useAttributeText();
  const entries = Object.entries(attributes);
  if (entries.length === 0) return <p className="max-w-2xl text-faint">{words.contacts.noAttributes}</p>;
  return <Facts facts={entries.map(([name, value]) => [legible(name), show(value)])} />;
}

interface RowProps {
  readonly draft: AttributeDraft;
  readonly place: number;
  change(changes: Partial<AttributeDraft>): void;
  remove(): void;
}

function AttributeRow({ draft, place, change, remove }: RowProps) {
  const words = useWords();
  const { name, kind, value, known } = draft;
  const valueProps = {
    'aria-label': words.contacts.valueOf(place),
    className: `${inputClasses} h-control`,
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7.5rem_auto] items-center gap-2 sm:grid-cols-[minmax(0,2fr)_8rem_minmax(0,3fr)_auto]">
      <input
        aria-label={words.contacts.nameOf(place)}
        placeholder={words.contacts.attributeName}
        className={`${inputClasses} h-control`}
        value={name}
        disabled={known}
        maxLength={100}
        onChange={(event) => change({ name: event.target.value })}
      />
      <select
        aria-label={words.contacts.kindOf(place)}
        className={`${inputClasses} select h-control`}
        value={kind}
        onChange={(event) => isKind(event.target.value) && change({ kind: event.target.value })}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {words.contacts.kinds[each]}
          </option>
        ))}
      </select>
      <div className="max-sm:order-last max-sm:col-span-3">
        {kind === 'boolean' ? (
          <select
            {...valueProps}
            className={`${inputClasses} select h-control`}
            value={value === 'true' ? 'true' : 'false'}
            onChange={(event) => change({ value: event.target.value })}
          >
            <option value="true">{words.contacts.yes}</option>
            <option value="false">{words.contacts.no}</option>
          </select>
        ) : (
          <input
            {...valueProps}
            placeholder={words.contacts.attributeValue}
            value={kind === 'empty' ? '' : value}
            disabled={kind === 'empty'}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            maxLength={4096}
            onChange={(event) => change({ value: event.target.value })}
          />
        )}
      </div>
      {known ? <span className="size-control" /> : <IconButton icon={X} label={words.contacts.removeAttribute(name)} onClick={remove} />}
    </li>
  );
}

interface FieldsProps {
  readonly drafts: readonly AttributeDraft[];
  change(drafts: readonly AttributeDraft[]): void;
}

/** Fields for attributes. Existing ones keep their names: the service would add a new one beside them. */
export function AttributeFields({ drafts, change }: FieldsProps) {
  const words = useWords();
  const [next, setNext] = useState(drafts.length);
  const add = () => {
    change([...drafts, { key: next, name: '', kind: 'text', value: '', known: false }]);
    setNext(next + 1);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{words.contacts.attributes}</legend>
      <ul className="flex flex-col gap-2">
        {drafts.map((draft, place) => (
          <AttributeRow
            key={draft.key}
            draft={draft}
            place={place + 1}
            change={(changes) => change(drafts.map((each) => (each.key === draft.key ? { ...each, ...changes } : each)))}
            remove={() => change(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ul>
      <div>
        <Button small icon={Plus} onClick={add}>
          {words.contacts.addAttribute}
        </Button>
      </div>
    </fieldset>
  );
}
