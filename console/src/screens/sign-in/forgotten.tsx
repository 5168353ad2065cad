import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { describeFailure } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card } from './card.tsx';

/** Asks for a link to choose another password. */
export function Forgotten() {
  const words = useWords();
  const [asked, setAsked] = useState(false);
  const ask = useAction(async (email: string) => {
    await call('POST /account/resets', { body: { email } });
    setAsked(true);
  });
  return (
    <Card title={words.forgotten.title} text={asked ? undefined : words.forgotten.text}>
      {asked ? (
        <p role="status">{words.forgotten.done}</p>
      ) : (
        <Form failure={ask.failure} describe={describeFailure} onSubmit={(fields) => void ask.run(fields.get('email') ?? '')}>
          <TextField label={words.signIn.email} name="email" type="email" autoComplete="username" required autoFocus />
          <Button type="submit" look="primary" busy={ask.busy}>
            {words.forgotten.submit}
          </Button>
        </Form>
      )}
      <Link to="/sign-in" className="text-sm text-faint underline-offset-2 hover:underline">
        {words.forgotten.back}
      </Link>
    </Card>
  );
}
