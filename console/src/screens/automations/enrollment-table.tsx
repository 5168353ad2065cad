import type { Automation, Enrollment, ListedEnrollment } from '@posthorn/sdk';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { useEnrollmentsChanged } from './enroll-contact.tsx';
import { stepsById } from './steps.ts';

const TONES = { active: 'info', completed: 'good', cancelled: 'warn', failed: 'error' } as const satisfies Readonly<
  Record<Enrollment['status'], Tone>
>;

function useEnrollmentBulk(automation: Automation): Bulk<ListedEnrollment> {
  const words = useWords();
  const { posthorn } = useTenancy();
  const mayChange = useMay('Automations');
  const changed = useEnrollmentsChanged(automation);
  const cancel: BulkAction<ListedEnrollment> = {
    name: words.automations.cancelEnrollment,
    text: words.automations.cancelText,
    applies: ({ status }) => status === 'active',
    work: each(({ id }) => posthorn.automations.cancelEnrollment(automation.id, id)),
    refresh: changed,
  };
  return { actions: mayChange ? [cancel] : [], nameOf: ({ email }) => legibleAddress(email) };
}

/** Returns a function that names the step of an enrollment. */
function useStepOf({ steps }: Automation) {
  const words = useWords();
  const byId = stepsById(steps);
  return ({ current_step: id }: Enrollment) => {
    const step = id === null ? undefined : byId.get(id);
    return step === undefined ? (id ?? '') : `${words.automations.steps[step.type]} (${legible(id ?? '')})`;
  };
}

interface EnrollmentTableProps {
  readonly automation: Automation;
  readonly rows: readonly ListedEnrollment[];
  /** Whether one is being cancelled. */
  readonly busy: boolean;
  onCancel(enrollment: Enrollment): void;
}

export function EnrollmentTable({ automation, rows, busy, onCancel }: EnrollmentTableProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const mayChange = useMay('Automations');
  const bulk = useEnrollmentBulk(automation);
  const stepOf = useStepOf(automation);
  const actions: Column<ListedEnrollment> = {
    name: words.common.actions,
    width: 'w-24',
    // On a phone the row is selected first: otherwise there is no room for the address.
    wide: true,
    end: true,
    cell: (row) =>
      row.status === 'active' && (
        <Button
          small
          look="quiet"
          aria-label={words.automations.cancelNamed(legibleAddress(row.email))}
          busy={busy}
          onClick={() => onCancel(row)}
        >
          {words.automations.cancelEnrollment}
        </Button>
      ),
  };
  return (
    <Table
      label={words.automations.enrollments}
      rows={rows}
      keyOf={({ id }) => id}
      linkOf={({ contact_id: id }) => ({ to: '/$tenant/contacts/$id', params: { tenant, id } })}
      columns={[
        { name: words.contacts.contact, cell: ({ email }) => legibleAddress(email) },
        {
          name: words.emails.status,
          width: 'w-36',
          cell: ({ status }) => <Status state={status} tone={TONES[status]} label={words.enrollmentStates[status]} />,
        },
        { name: words.automations.step, wide: true, cell: stepOf },
        {
          name: words.automations.next,
          width: 'w-24',
          wide: true,
          time: ({ next_run_at: at, completed_at: ended, created_at }) => at ?? ended ?? created_at,
        },
        ...(mayChange ? [actions] : []),
      ]}
      below={stepOf}
      bulk={bulk}
    />
  );
}
