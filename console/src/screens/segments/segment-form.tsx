import type { Segment, SegmentFilter } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { catchFocus } from '../../ui/catch-focus.ts';
import { changesOf } from '../../ui/forms/changes.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useFilled } from '../../ui/forms/use-filled.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { ContactTable } from '../contacts/contact-table.tsx';
import { isComplete } from './conditions.ts';
import { FilterEditor } from './filter-editor.tsx';

const PAUSE_MS = 350;
const SHOWN = 10;

/** Returns the value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The contacts that match now: how many, and the newest. */
export function Matching({ filter }: { readonly filter: SegmentFilter }) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const settled = useSettled(useDeferredValue(filter));
  const complete = isComplete(filter);
  const { data, error, isFetching } = useQuery({
    queryKey: ['matching', tenant, settled],
    enabled: isComplete(settled),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => posthorn.segments.preview({ filter: settled, limit: SHOWN }, { signal }),
  });
  return (
    <>
      <p aria-live="polite" className="mt-6 text-lg font-semibold tabular-nums">
        {!complete ? (
          <span className="text-base font-normal text-faint">{words.segments.incomplete}</span>
        ) : data === undefined ? (
          error === null && words.segments.counting
        ) : (
          <span className={isFetching || settled !== filter ? 'text-faint' : undefined}>{words.segments.counted(data.count)}</span>
        )}
      </p>
      {complete && error !== null && <Failure>{describeFailure(error, words)}</Failure>}
      {complete && data !== undefined && data.data.length > 0 && (
        <Section title={words.segments.sample} className="mt-4">
          <ContactTable label={words.segments.sample} rows={data.data} />
        </Section>
      )}
    </>
  );
}

/** Moves the focus on when its element has gone with a rule, or with the button that created the first one. */
function useFocusInRules(filter: SegmentFilter) {
  const rules = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    const last = [...(rules.current?.querySelectorAll('li') ?? [])].at(-1) ?? rules.current;
    catchFocus(last?.querySelector<HTMLElement>('select, button'));
  }, [filter]);
  return rules;
}

type SegmentFields = Pick<Segment, 'name' | 'filter'>;

const NEW: SegmentFields = { name: '', filter: { all: true } };

interface SegmentFormProps {
  readonly given?: SegmentFields;
  readonly action: string;
  /** Saves the fields, of which some were changed. */
  onSubmit(fields: SegmentFields, changes: Partial<SegmentFields>): Promise<SegmentFields>;
}

/** The name and rules of a segment, with the matching contacts beside them. */
export function SegmentForm({ given = NEW, action, onSubmit }: SegmentFormProps) {
  const words = useWords();
  const [name, setName] = useState(given.name);
  const [filter, setFilter] = useState(given.filter);
  const fieldsOf = ({ name, filter }: SegmentFields): SegmentFields => ({ name, filter });
  const onRefill = (after: SegmentFields) => {
    setName(after.name);
    setFilter(after.filter);
  };
  const form = useFilled({ now: given, fieldsOf, onRefill });
  const rules = useFocusInRules(filter);
  useLeave(() => form.isChanged);
  const submit = useAction(async () => {
    const saved = form.save();
    const written = { name, filter };
    const changes = changesOf(written, fieldsOf(form.filled));
    saved(await onSubmit(written, changes), changes);
  });
  return (
    <>
      <Form failure={submit.failure} onSubmit={() => void submit.run()}>
        <TextField
          label={words.common.name}
          name="name"
          required
          maxLength={255}
          value={name}
          onChange={(event) => {
            form.change();
            setName(event.target.value);
          }}
          fieldClassName="max-w-md"
        />
        <fieldset ref={rules}>
          <legend className="mb-1.5 text-sm font-medium">{words.segments.rules}</legend>
          <FilterEditor
            filter={filter}
            change={(next) => {
              form.change();
              setFilter(next);
            }}
            depth={0}
          />
        </fieldset>
        <FormActions>
          <Button type="submit" look="primary" busy={submit.busy} disabled={!isComplete(filter)}>
            {action}
          </Button>
        </FormActions>
      </Form>
      <Matching filter={filter} />
    </>
  );
}
