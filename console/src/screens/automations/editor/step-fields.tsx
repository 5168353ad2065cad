import { useState } from 'react';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { SelectField, TextField, TimeField, toLocalInput } from '../../../ui/forms/field.tsx';
import { legible } from '../../../ui/legible.ts';
import { useAudiences } from '../../audiences/use-audiences.ts';
import { AttributeFields, draftsOf, readDrafts } from '../../contacts/attributes.tsx';
import { CONTACT_STATES, isContactState } from '../../contacts/states.ts';
import { FilterEditor } from '../../segments/filter-editor.tsx';
import { DurationField, type FieldsProps, JsonField, withField } from './fields.tsx';
import type { StepOf } from './program.ts';

export function WaitFields({ step, change }: FieldsProps<StepOf<'wait'>>) {
  const said = useEditorWords();
  return <DurationField label={said.howLong} seconds={step.seconds} change={(seconds) => change({ ...step, seconds })} />;
}

export function WaitUntilFields({ step, change }: FieldsProps<StepOf<'wait_until'>>) {
  const said = useEditorWords();
  return (
    <TimeField
      label={said.when}
      fieldClassName="max-w-56"
      value={toLocalInput(step.at)}
      onChange={(event) => event.target.value !== '' && change({ ...step, at: new Date(event.target.value).getTime() })}
    />
  );
}

const EVENTS = ['delivery', 'open', 'click', 'bounce'] as const satisfies readonly StepOf<'wait_for_event'>['event'][];

export function WaitForEventFields({ step, mails, change }: FieldsProps<StepOf<'wait_for_event'>>) {
  const words = useWords();
  const said = useEditorWords();
  const offered = step.step === undefined || mails.includes(step.step) ? mails : [step.step, ...mails];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={said.event}
        value={step.event}
        onChange={(event) => change({ ...step, event: EVENTS.find((name) => name === event.target.value) ?? step.event })}
      >
        {EVENTS.map((name) => (
          <option key={name} value={name}>
            {words.automations.awaited[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={said.ofMail}
        value={step.step ?? ''}
        onChange={(event) => change(withField(step, 'step', event.target.value || undefined))}
      >
        <option value="">{said.anyMail}</option>
        {offered.map((id) => (
          <option key={id} value={id}>
            {legible(id)}
          </option>
        ))}
      </SelectField>
      <DurationField
        label={said.atMost}
        seconds={step.timeout_seconds}
        change={(seconds) => change({ ...step, timeout_seconds: seconds })}
      />
    </div>
  );
}

export function BranchFields({ step, change }: FieldsProps<StepOf<'branch'>>) {
  const said = useEditorWords();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{said.filter}</legend>
      <FilterEditor filter={step.filter} change={(filter) => change({ ...step, filter })} depth={0} />
    </fieldset>
  );
}

export function UpdateContactFields({ step, change }: FieldsProps<StepOf<'update_contact'>>) {
  const words = useWords();
  const said = useEditorWords();
  const [drafts, setDrafts] = useState(() => draftsOf(step.attributes ?? {}).map((draft) => ({ ...draft, known: false })));
  const read = readDrafts(drafts);
  return (
    <>
      <SelectField
        label={words.emails.status}
        value={step.status ?? ''}
        onChange={(event) => change(withField(step, 'status', isContactState(event.target.value) ? event.target.value : undefined))}
      >
        <option value="">{said.statusStays}</option>
        {CONTACT_STATES.map((state) => (
          <option key={state} value={state}>
            {words.contactStates[state]}
          </option>
        ))}
      </SelectField>
      <AttributeFields
        drafts={drafts}
        change={(next) => {
          setDrafts([...next]);
          const attributes = readDrafts(next);
          if (typeof attributes === 'object')
            change(withField(step, 'attributes', Object.keys(attributes).length === 0 ? undefined : { ...attributes }));
        }}
      />
      {typeof read === 'string' && <p className="text-xs text-error">{words.contacts[read]}</p>}
    </>
  );
}

type AudienceStep = StepOf<'add_to_audience'> | StepOf<'remove_from_audience'>;

export function AudienceFields<S extends AudienceStep>({ step, change }: FieldsProps<S>) {
  const words = useWords();
  const { data = [] } = useAudiences();
  const isKnown = step.audience_id === '' || data.some(({ id }) => id === step.audience_id);
  return (
    <SelectField
      label={words.automations.audience}
      value={step.audience_id}
      onChange={(event) => change({ ...step, audience_id: event.target.value })}
    >
      <option value="">{words.segments.choose}</option>
      {!isKnown && <option value={step.audience_id}>{legible(step.audience_id)}</option>}
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {legible(name)}
        </option>
      ))}
    </SelectField>
  );
}

export function WebhookFields({ step, change }: FieldsProps<StepOf<'webhook'>>) {
  const said = useEditorWords();
  return (
    <>
      <TextField
        label={said.webhookName}
        maxLength={255}
        value={step.name}
        onChange={(event) => change({ ...step, name: event.target.value })}
      />
      <JsonField label={said.data} value={step.data} change={(data) => change(withField(step, 'data', data))} />
    </>
  );
}

export function ExitFields() {
  const said = useEditorWords();
  return <p className="text-faint">{said.exitText}</p>;
}
