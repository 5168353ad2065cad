import type { Automation } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { ContactField, findContact } from './contact-field.tsx';

/** Returns a function that refetches the enrollments of an automation and their number. */
export function useEnrollmentsChanged({ id }: Automation) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['enrollments', tenant, id] }),
      queries.invalidateQueries({ queryKey: ['automation', tenant, id] }),
    ]);
}

/** A button and its dialog to enroll a contact by hand. */
export function EnrollContact({ automation }: { readonly automation: Automation }) {
  const words = useWords();
  const say = useToast();
  const { posthorn } = useTenancy();
  const changed = useEnrollmentsChanged(automation);
  const [open, setOpen] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const enroll = useAction(async (email: string) => {
    const contact = await findContact(posthorn, email);
    setUnknown(contact === undefined);
    if (contact === undefined) return;
    await posthorn.automations.enroll(automation.id, { contact_id: contact.id });
    await changed();
    say(words.automations.enrolled);
    setOpen(false);
  });
  return (
    <>
      <Button small icon={Plus} onClick={() => setOpen(true)}>
        {words.automations.enroll}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.automations.enroll}>
        <Form failure={enroll.failure} onSubmit={(fields) => void enroll.run(fields.get('email') ?? '')}>
          <ContactField isUnknown={isUnknown} />
          <SubmitActions busy={enroll.busy} onCancel={() => setOpen(false)}>
            {words.automations.enroll}
          </SubmitActions>
        </Form>
      </Dialog>
    </>
  );
}
