import type { Posthorn } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { TextField } from '../../ui/forms/field.tsx';

/** Returns the contact with an address; undefined if there is none. */
export const findContact = async (posthorn: Posthorn, email: string) =>
  (await posthorn.contacts.list({ email: email.trim(), limit: 1 })).data[0];

/** The field `email`, for the address of a contact. */
export function ContactField({ isUnknown }: { readonly isUnknown: boolean }) {
  const words = useWords();
  return (
    <TextField
      label={words.automations.tryWith}
      error={isUnknown ? words.automations.noContact : undefined}
      name="email"
      type="email"
      required
      spellCheck={false}
    />
  );
}
