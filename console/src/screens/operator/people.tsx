import type { Person } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { ME, useClients, useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Invite } from './invite-person.tsx';
import { type PersonChanges, PersonTable } from './person-table.tsx';

const KEY = ['operator', 'people'] as const;

interface Asked {
  readonly person: Person;
  readonly changes: PersonChanges;
}

/** Asks before somebody gets all rights, or removes their own. */
function ChangePerson({
  asked,
  onClose,
  onConfirm,
}: {
  readonly asked: Asked | undefined;
  onClose(): void;
  onConfirm(): Promise<unknown>;
}) {
  const words = useWords();
  const makes = asked?.changes.operator === true;
  return (
    <Confirm
      open={asked !== undefined}
      onClose={onClose}
      title={makes ? words.operator.makeTitle(legibleAddress(asked.person.email)) : words.operator.ownTitle}
      action={makes ? words.operator.makeOperator : words.operator.ownAction}
      harmless={makes}
      onConfirm={onConfirm}
    >
      {makes ? words.operator.makeText : words.operator.ownText}
    </Confirm>
  );
}

/** Everybody who can sign in. */
export function People() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const { data: me } = useMe();
  const [asked, setAsked] = useState<Asked>();
  const [inviting, setInviting] = useState<string>();
  const [removing, setRemoving] = useState<Person>();
  const list = useList<Person, string>({
    key: KEY,
    load: (cursor, signal) => admin('GET /admin/people', { query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const set = async ({ id, email }: Person, body: PersonChanges) => {
    await admin('PATCH /admin/people/{id}', { params: { id }, body });
    await queries.invalidateQueries({ queryKey: KEY });
    if (id === me?.id) await queries.invalidateQueries({ queryKey: ME });
    say(words.operator.changed(legibleAddress(email)));
  };
  const change = useAction(set);
  const remove = async () => {
    if (removing !== undefined) await admin('DELETE /admin/people/{id}', { params: { id: removing.id } });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.operator.personDeleted);
  };
  const invite = (
    <Button look="primary" icon={UserPlus} data-new onClick={() => setInviting('')}>
      {words.operator.invite}
    </Button>
  );
  return (
    <Page title={words.places.people} intro={words.operator.peopleIntro} actions={invite}>
      {change.failure !== undefined && <Failure className="mb-3">{describeFailedChange(change.failure, words)}</Failure>}
      <ListOf list={list} empty={<Empty title={words.places.people} />}>
        {(rows) => (
          <PersonTable
            rows={rows}
            onChange={(person, changes) =>
              changes.operator === true || person.id === me?.id ? setAsked({ person, changes }) : void change.run(person, changes)
            }
            onRecover={({ email }) => setInviting(email)}
            onRemove={setRemoving}
          />
        )}
      </ListOf>
      <Invite open={inviting !== undefined} email={inviting ?? ''} onClose={() => setInviting(undefined)} />
      <ChangePerson
        asked={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => asked !== undefined && set(asked.person, asked.changes)}
      />
      <Confirm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={words.operator.deletePersonTitle(legibleAddress(removing?.email ?? ''))}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.operator.deletePersonText}
      </Confirm>
    </Page>
  );
}
