import type { Me } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import { ME } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useToast } from '../../ui/overlays/toast.tsx';
import type { PartProps } from './guard.ts';

/** The name that other members of a tenant see. */
export function Name({ me }: { readonly me: Me }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const rename = useAction(async (name: string) => {
    await keepAnswer(queries, ME, () => call('PATCH /account/me', { body: { name } }));
    say(words.account.saved);
  });
  return (
    <Form
      className="flex items-end gap-2"
      failure={rename.failure}
      onSubmit={(fields) => void rename.run((fields.get('name') ?? '').trim())}
    >
      <TextField
        label={words.account.name}
        name="name"
        defaultValue={me.name ?? ''}
        required
        maxLength={255}
        autoComplete="name"
        fieldClassName="w-72 max-w-full"
      />
      <Button type="submit" busy={rename.busy}>
        {words.common.save}
      </Button>
    </Form>
  );
}

/** Changes the password. */
export function Password({ guard }: PartProps) {
  const words = useWords();
  const say = useToast();
  const [tries, setTries] = useState(0);
  const change = useAction(async (password: string) =>
    guard(async () => {
      await call('POST /account/password', { body: { password } });
      setTries((before) => before + 1);
      say(words.account.passwordChanged);
    }),
  );
  return (
    <Form
      key={tries}
      className="flex flex-col items-start gap-3"
      failure={change.failure}
      onSubmit={(fields) => void change.run(fields.get('password') ?? '')}
    >
      <TextField
        label={words.link.password}
        hint={words.account.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        fieldClassName="w-72 max-w-full"
      />
      <Button type="submit" busy={change.busy}>
        {words.account.changePassword}
      </Button>
    </Form>
  );
}
