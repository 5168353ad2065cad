import type { Contact } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legibleAddress } from '../../ui/legible.ts';
import { SubmitActions } from '../../ui/overlays/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import { AttributeFields, type Attributes, draftsOf, readDrafts } from './attributes.tsx';
import { CONTACT_STATES, type ContactState, isContactState } from './states.ts';

/** The content of a contact form. */
export interface WrittenContact {
  readonly email: string;
  /** Undefined if it was not changed, so that a contact who unsubscribed meanwhile is not subscribed again. */
  readonly status: ContactState | undefined;
  /** Those that were changed: the others may have been set by an application meanwhile. */
  readonly attributes: Attributes;
}

interface ContactFormProps {
  readonly given?: Contact;
  readonly action: string;
  onSubmit(contact: WrittenContact): Promise<unknown>;
  onClose(): void;
}

/** The form of a new contact, or of an existing one, whose address cannot be changed. */
export function ContactForm({ given, action, onSubmit, onClose }: ContactFormProps) {
  const words = useWords();
  const [begun] = useState<Pick<Contact, 'status' | 'attributes'>>(given ?? { status: 'subscribed', attributes: {} });
  const [drafts, setDrafts] = useState(draftsOf(begun.attributes));
  const [fault, setFault] = useState<string>();
  const submit = useAction(onSubmit);
  const send = (fields: ReadonlyMap<string, string>) => {
    const attributes = readDrafts(drafts);
    const status = fields.get('status');
    setFault(typeof attributes === 'string' ? words.contacts[attributes] : undefined);
    if (typeof attributes === 'string' || !isContactState(status)) return;
    void submit.run({
      email: given?.email ?? (fields.get('email') ?? '').trim(),
      status: status === begun.status ? undefined : status,
      attributes: Object.fromEntries(Object.entries(attributes).filter(([name, value]) => value !== begun.attributes[name])),
    });
  };
  return (
    <Form failure={submit.failure} onSubmit={send}>
      {given === undefined ? (
        <TextField label={words.contacts.email} name="email" type="email" required spellCheck={false} maxLength={254} />
      ) : (
        <p className="font-medium [overflow-wrap:anywhere]">{legibleAddress(given.email)}</p>
      )}
      <SelectField label={words.contacts.status} name="status" defaultValue={begun.status} fieldClassName="max-w-56">
        {CONTACT_STATES.map((state) => (
          <option key={state} value={state}>
            {words.contactStates[state]}
          </option>
        ))}
      </SelectField>
      <AttributeFields drafts={drafts} change={setDrafts} />
      {fault !== undefined && <Failure>{fault}</Failure>}
      <SubmitActions busy={submit.busy} onCancel={onClose}>
        {action}
      </SubmitActions>
    </Form>
  );
}
