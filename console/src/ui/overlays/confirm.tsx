import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeFailedChange, isUnanswered } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { Failure } from '../states.tsx';
import { Actions, Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly harmless?: boolean;
  /** Closes the dialog on success, and shows the failure otherwise. */
  onConfirm(): Promise<unknown>;
}

/** Asks before an action that cannot be undone. */
export function Confirm({ open, onClose, title, children, action, harmless = false, onConfirm }: ConfirmProps) {
  const words = useWords();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(error);
      // The screen below shows whether it was done.
      if (isUnanswered(error)) void queries.invalidateQueries();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="text-base text-faint">{children}</div>
      {failure !== undefined && <Failure className="mt-3">{describeFailedChange(failure, words)}</Failure>}
      <Actions>
        <Button disabled={busy} onClick={close}>
          {words.common.cancel}
        </Button>
        <Button look={harmless ? 'primary' : 'danger'} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
