import type { Automation, Enrollment } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { FilterSelect } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { stepsById } from './steps.ts';
import { findContact } from './try.tsx';

const STATES = ['active', 'completed', 'cancelled', 'failed'] as const;
const TONES = { active: 'info', completed: 'good', cancelled: 'warn', failed: 'error' } as const satisfies Readonly<
  Record<(typeof STATES)[number], Tone>
>;
const isState = (value: unknown): value is (typeof STATES)[number] => STATES.some((state) => state === value);

function useEnrollmentsChanged({ id }: Automation) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['enrollments', tenant, id] }),
      queries.invalidateQueries({ queryKey: ['automation', tenant, id] }),
    ]);
}

function EnrollContact({ automation }: { readonly automation: Automation }) {
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
          <TextField
            label={words.automations.tryWith}
            error={isUnknown ? words.automations.noContact : undefined}
            name="email"
            type="email"
            required
            spellCheck={false}
          />
          <SubmitActions busy={enroll.busy} onCancel={() => setOpen(false)}>
            {words.automations.enroll}
          </SubmitActions>
        </Form>
      </Dialog>
    </>
  );
}

/** Who is in an automation, and what comes next for them. */
export function Enrollments({ automation }: { readonly automation: Automation }) {
  const words = useWords();
  const say = useToast();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Automations');
  const changed = useEnrollmentsChanged(automation);
  const { status } = useSearch({ strict: false });
  const filter = isState(status) ? { status } : {};
  const list = useList<Enrollment, string>({
    key: ['enrollments', tenant, automation.id, filter],
    load: (cursor, signal) => posthorn.automations.listEnrollments(automation.id, { ...filter, limit: PAGE_ROWS, cursor }, { signal }),
  });
  const cancel = useAction(async ({ id }: Enrollment) => {
    await posthorn.automations.cancelEnrollment(automation.id, id);
    await changed();
    say(words.automations.cancelledOne);
  });
  const cancelMany: BulkAction<Enrollment> = {
    name: words.automations.cancelEnrollment,
    text: words.automations.cancelText,
    applies: ({ status: state }) => state === 'active',
    work: each(({ id }) => posthorn.automations.cancelEnrollment(automation.id, id)),
    refresh: changed,
  };
  const bulk: Bulk<Enrollment> = { actions: mayChange ? [cancelMany] : [], nameOf: ({ contact_id: id }) => id };
  const steps = stepsById(automation.steps);
  const stepOf = ({ current_step: id }: Enrollment) => {
    const step = id === null ? undefined : steps.get(id);
    return step === undefined ? (id ?? '') : `${words.automations.steps[step.type]} (${legible(id ?? '')})`;
  };
  const actions = (
    <>
      <FilterSelect
        small
        name="status"
        label={words.emails.status}
        every={words.automations.everyState}
        options={STATES.map((state) => [state, words.enrollmentStates[state]])}
      />
      {mayChange && automation.status === 'active' && <EnrollContact automation={automation} />}
    </>
  );
  return (
    <Section title={words.automations.enrollments} actions={actions}>
      {cancel.failure !== undefined && <Failure className="mb-3">{describeFailure(cancel.failure, words)}</Failure>}
      <ListOf
        list={list}
        empty={
          <Empty title={status === undefined ? words.automations.nobodyTitle : words.emails.nothingTitle}>
            {status === undefined && <p>{words.automations.nobodyText}</p>}
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.automations.enrollments}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ contact_id: id }) => ({ to: '/$tenant/contacts/$id', params: { tenant, id } })}
            columns={[
              {
                name: words.contacts.contact,
                cell: ({ contact_id: id }) => <span className="font-mono text-xs">{id}</span>,
              },
              {
                name: words.emails.status,
                width: 'w-36',
                cell: ({ status: state }) => <Status state={state} tone={TONES[state]} label={words.enrollmentStates[state]} />,
              },
              { name: words.automations.step, wide: true, cell: stepOf },
              {
                name: words.automations.next,
                width: 'w-24',
                wide: true,
                time: ({ next_run_at: at, completed_at: ended, created_at }) => at ?? ended ?? created_at,
              },
              ...(mayChange
                ? [
                    {
                      name: words.common.actions,
                      width: 'w-24',
                      end: true,
                      cell: (row: Enrollment) =>
                        row.status === 'active' && (
                          <Button
                            small
                            look="quiet"
                            aria-label={words.automations.cancelNamed(row.contact_id)}
                            busy={cancel.busy}
                            onClick={() => void cancel.run(row)}
                          >
                            {words.automations.cancelEnrollment}
                          </Button>
                        ),
                    },
                  ]
                : []),
            ]}
            below={stepOf}
            bulk={bulk}
          />
        )}
      </ListOf>
    </Section>
  );
}
