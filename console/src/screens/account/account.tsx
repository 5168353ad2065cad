import { type RefObject, useRef, useState } from 'react';
import { codeOf } from '../../api/failures.ts';
import { useMe, useSignOut } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Authenticator } from './authenticator.tsx';
import { Choices } from './choices.tsx';
import type { GuardedAction } from './guard.ts';
import { Name, Password } from './name-and-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Proof } from './proof.tsx';
import { SignIns } from './sign-ins.tsx';

const TYPED_IN = 'input:not([type=checkbox])';

/** Returns whether a field differs from its initial, saved value. */
const isWrittenIn = (place: RefObject<HTMLElement | null>): boolean =>
  [...(place.current?.querySelectorAll<HTMLInputElement>(TYPED_IN) ?? [])].some((field) => field.value.trim() !== field.defaultValue);

/** The person's own account. */
export function Account() {
  const words = useWords();
  const signOut = useSignOut();
  const { data: me } = useMe();
  const [waiting, setWaiting] = useState<GuardedAction>();
  const fields = useRef<HTMLDivElement>(null);
  useLeave(() => isWrittenIn(fields));
  const guard = async (act: GuardedAction) => {
    try {
      await act();
    } catch (error) {
      if (codeOf(error) !== 'proof_required') throw error;
      setWaiting(() => act);
    }
  };
  if (!me) return null;
  return (
    <Page
      title={words.frame.account}
      intro={me.email}
      width="alone"
      back={{ link: { to: '/' }, label: words.account.back }}
      actions={<Button onClick={() => void signOut()}>{words.frame.signOut}</Button>}
    >
      <div ref={fields}>
        <Name me={me} />
        <Section title={words.account.choices}>
          <Choices />
        </Section>
        <Section title={words.signIn.password}>
          <Password me={me} guard={guard} />
        </Section>
        <Section title={words.account.app}>
          <Authenticator me={me} guard={guard} />
        </Section>
        <Section title={words.account.passkeys}>
          <Passkeys me={me} guard={guard} />
        </Section>
        <Section title={words.account.signIns}>
          <SignIns />
        </Section>
      </div>
      <Proof waiting={waiting} onClose={() => setWaiting(undefined)} />
    </Page>
  );
}
