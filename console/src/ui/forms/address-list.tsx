import { type ReactNode, useState } from 'react';
import { legible } from '../legible.ts';
import { Dialog, SubmitActions } from '../overlays/dialog.tsx';
import { TextArea } from './field.tsx';
import { Form } from './form.tsx';
import { useAction } from './use-action.ts';

interface AddressListProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly label: string;
  readonly hint: string;
  /** Says which addresses were refused. */
  refused(addresses: string): string;
  /** Resolves with the addresses that are invalid or could not be added; the dialog stays open for them. */
  add(addresses: readonly string[]): Promise<readonly string[]>;
}

/** Asks for many addresses at once, with any separators. */
export function AddressList({ open, onClose, title, description, label, hint, refused, add }: AddressListProps) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const submit = useAction(async (text: string) => {
    const left = await add(text.split(/[\s,;]+/).filter((part) => part !== ''));
    setWrong(left);
    if (left.length === 0) onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(description === undefined ? {} : { description })}>
      <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields.get('emails') ?? '')}>
        <TextArea
          label={label}
          hint={hint}
          error={wrong.length === 0 ? undefined : refused(legible(wrong.join(', ')))}
          name="emails"
          rows={6}
          required
          spellCheck={false}
        />
        <SubmitActions busy={submit.busy} onCancel={onClose}>
          {title}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
