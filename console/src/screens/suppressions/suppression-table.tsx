import type { Suppression } from '@posthorn/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legibleAddress } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Time } from '../../ui/time.tsx';

/** The columns shared by the lists of a tenant and of the service. */
export type SuppressionRow = Pick<Suppression, 'email' | 'scope' | 'reason' | 'created_at'>;

interface SuppressionTableProps<T extends SuppressionRow> {
  readonly label: string;
  readonly rows: readonly T[];
  /** Replaces the reason in words. */
  readonly reasonOf?: (row: T) => ReactNode;
  /** Between the reason and the time. */
  readonly more?: readonly Column<T>[];
  /** Asks whether to remove one; absent if the person may not. */
  readonly onRemove?: ((row: T) => void) | undefined;
  readonly bulk: Bulk<T>;
}

export function SuppressionTable<T extends SuppressionRow>({ label, rows, reasonOf, more = [], onRemove, bulk }: SuppressionTableProps<T>) {
  const words = useWords();
  const reason = ({ reason: why }: T) => words.suppressions.reasons[why];
  const remove: Column<T> = {
    name: words.common.actions,
    width: 'w-28',
    end: true,
    cell: (row) => (
      <Button small look="quiet" aria-label={words.suppressions.removeNamed(legibleAddress(row.email))} onClick={() => onRemove?.(row)}>
        {words.suppressions.remove}
      </Button>
    ),
  };
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ email, scope }) => `${email} ${scope}`}
      columns={[
        { name: words.suppressions.address, cell: ({ email }) => <span className="font-medium">{legibleAddress(email)}</span> },
        { name: words.suppressions.reason, width: 'w-52', wide: true, cell: reasonOf ?? reason },
        ...more,
        {
          name: words.suppressions.since,
          width: 'w-24',
          wide: true,
          cell: ({ created_at }) => (
            <span className="text-faint">
              <Time at={created_at} />
            </span>
          ),
        },
        ...(onRemove === undefined ? [] : [remove]),
      ]}
      below={reason}
      bulk={bulk}
    />
  );
}

interface RemoveProps {
  /** Undefined while the dialog is closed. */
  readonly row: SuppressionRow | undefined;
  onClose(): void;
  onConfirm(): Promise<unknown>;
}

/** Asks before an address gets mail again. */
export function ConfirmRemove({ row, onClose, onConfirm }: RemoveProps) {
  const words = useWords();
  return (
    <Confirm
      open={row !== undefined}
      onClose={onClose}
      title={words.suppressions.removeTitle(legibleAddress(row?.email ?? ''))}
      action={words.suppressions.remove}
      onConfirm={onConfirm}
    >
      {words.suppressions.removeText}
    </Confirm>
  );
}
