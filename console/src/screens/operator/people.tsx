import type { Person } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Invite } from './invite-person.tsx';

const KEY = ['operator', 'people'] as const;

/** What is to be known of somebody; of most there is nothing. */
function PersonStatus({ person: { operator, suspended } }: { readonly person: Person }) {
  const words = useWords();
  if (suspended) return <Status state="paused" label={words.operator.isSuspended} />;
  return operator && <Status state="active" label={words.operator.operates} />;
}

interface PersonActionsProps {
  readonly person: Person;
  change(changes: { readonly suspended?: boolean; readonly operator?: boolean }): void;
  recover(): void;
  remove(): void;
}

function PersonActions({ person: { email, operator, suspended }, change, recover, remove }: PersonActionsProps) {
  const words = useWords();
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={words.operator.actionsOf(legible(email))} />}>
      <MenuItem onSelect={recover}>{words.operator.recover}</MenuItem>
      <MenuItem onSelect={() => change({ operator: !operator })}>
        {operator ? words.operator.unmakeOperator : words.operator.makeOperator}
      </MenuItem>
      <MenuItem onSelect={() => change({ suspended: !suspended })}>{suspended ? words.operator.letIn : words.operator.keepOut}</MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={remove}>
        {words.common.delete}
      </MenuItem>
    </Menu>
  );
}

/** Who can sign in. */
export function People() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const [inviting, setInviting] = useState<string>();
  const [removing, setRemoving] = useState<Person>();
  const list = useList<Person, string>({
    key: KEY,
    load: (cursor, signal) => admin('GET /admin/people', { query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const change = useAction(async ({ id, email }: Person, body: { readonly suspended?: boolean; readonly operator?: boolean }) => {
    await admin('PATCH /admin/people/{id}', { params: { id }, body });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.operator.changed(legible(email)));
  });
  const remove = async () => {
    if (removing !== undefined) await admin('DELETE /admin/people/{id}', { params: { id: removing.id } });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.operator.personDeleted);
  };
  const invite = (
    <Button look="primary" icon={UserPlus} data-new onClick={() => setInviting('')}>
      {words.members.invite}
    </Button>
  );
  return (
    <Page title={words.places.people} intro={words.operator.peopleIntro} actions={invite}>
      {change.failure !== undefined && <Failure className="mb-3">{describeFailure(change.failure, words)}</Failure>}
      <ListOf list={list} empty={<Empty title={words.places.people} />}>
        {(rows) => (
          <Table
            label={words.places.people}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.members.person,
                cell: ({ name, email }) => (
                  <>
                    <span className="font-medium">{legible(name ?? email)}</span>
                    {name !== null && <span className="ml-2 text-faint max-md:hidden">{legible(email)}</span>}
                  </>
                ),
              },
              {
                name: words.emails.status,
                width: 'w-32',
                wide: true,
                cell: (person) => <PersonStatus person={person} />,
              },
              {
                name: words.members.seen,
                width: 'w-28',
                wide: true,
                end: true,
                cell: ({ last_signed_in_at: at }) => (
                  <span className="text-faint">{at === null ? words.common.never : <Time at={at} />}</span>
                ),
              },
              {
                name: words.common.actions,
                width: 'w-20',
                end: true,
                cell: (person) => (
                  <PersonActions
                    person={person}
                    change={(changes) => void change.run(person, changes)}
                    recover={() => setInviting(person.email)}
                    remove={() => setRemoving(person)}
                  />
                ),
              },
            ]}
            below={(person) => (
              <>
                <PersonStatus person={person} /> {person.name !== null && legible(person.email)}
              </>
            )}
          />
        )}
      </ListOf>
      <Invite open={inviting !== undefined} email={inviting ?? ''} onClose={() => setInviting(undefined)} />
      <Confirm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={words.operator.deletePersonTitle(legible(removing?.email ?? ''))}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.operator.deletePersonText}
      </Confirm>
    </Page>
  );
}
