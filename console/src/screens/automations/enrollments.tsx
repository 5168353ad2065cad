import type { Automation, Enrollment, ListedEnrollment } from '@posthorn/sdk';
import { useSearch } from '@tanstack/react-router';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { useAction } from '../../ui/forms/use-action.ts';
import { FilterSelect } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { EnrollContact, useEnrollmentsChanged } from './enroll-contact.tsx';
import { EnrollmentTable } from './enrollment-table.tsx';

const STATES = ['active', 'completed', 'cancelled', 'failed'] as const;
const isState = (value: unknown): value is (typeof STATES)[number] => STATES.some((state) => state === value);

function EnrollmentsActions({ automation }: { readonly automation: Automation }) {
  const words = useWords();
  const mayChange = useMay('Automations');
  return (
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
}

/** The enrollments of an automation, and the next step of each. */
export function Enrollments({ automation }: { readonly automation: Automation }) {
  const words = useWords();
  const say = useToast();
  const { id: tenant, posthorn } = useTenancy();
  const changed = useEnrollmentsChanged(automation);
  const { status } = useSearch({ strict: false });
  const filter = isState(status) ? { status } : {};
  const list = useList<ListedEnrollment, string>({
    key: ['enrollments', tenant, automation.id, filter],
    load: (cursor, signal) => posthorn.automations.listEnrollments(automation.id, { ...filter, limit: PAGE_ROWS, cursor }, { signal }),
  });
  const cancel = useAction(async ({ id }: Enrollment) => {
    await posthorn.automations.cancelEnrollment(automation.id, id);
    await changed();
    say(words.automations.cancelledOne);
  });
  return (
    <Section title={words.automations.enrollments} actions={<EnrollmentsActions automation={automation} />}>
      {cancel.failure !== undefined && <Failure className="mb-3">{describeFailedChange(cancel.failure, words)}</Failure>}
      <ListOf
        list={list}
        empty={
          <Empty title={status === undefined ? words.automations.nobodyTitle : words.emails.nothingTitle}>
            {status === undefined && <p>{words.automations.nobodyText}</p>}
          </Empty>
        }
      >
        {(rows) => <EnrollmentTable automation={automation} rows={rows} busy={cancel.busy} onCancel={(row) => void cancel.run(row)} />}
      </ListOf>
    </Section>
  );
}
