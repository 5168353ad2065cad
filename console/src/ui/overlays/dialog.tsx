import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../button.tsx';
import { catchFocus } from '../catch-focus.ts';
import { classes } from '../classes.ts';
import { useLeaveDialog } from '../forms/use-leave.ts';

interface DialogProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly wide?: boolean;
  /** For reading: the focus stays at the beginning, and goes to no field. */
  readonly isRead?: boolean;
  /** Shown only once: it is closed only by its confirmation or the close button. */
  readonly isShownOnce?: boolean;
  readonly children: ReactNode;
}

type PopupProps = Omit<DialogProps, 'onClose' | 'isShownOnce'> & { readonly body: RefObject<HTMLDivElement | null> };

/** Returns whether a dialog has input in it. */
const isWrittenIn = (body: RefObject<HTMLDivElement | null>) => body.current?.dataset.written !== undefined;

function KeepWritten({ body }: Pick<PopupProps, 'body'>) {
  useLeaveDialog(() => isWrittenIn(body));
  return null;
}

const FIELDS = 'input:not([hidden]), select, textarea';

/** A box over the page. While it closes it keeps its content, whatever its owner shows next. */
const Popup = memo(
  function Popup({ title, description, wide = false, isRead = false, body, children }: PopupProps) {
    const words = useWords();
    // Focuses the main content, not the close button.
    const first = () => body.current?.querySelector<HTMLElement>(FIELDS) ?? body.current?.querySelector<HTMLElement>('button') ?? true;
    return (
      <Base.Popup
        initialFocus={isRead ? true : first}
        className={classes(
          'appear from-below fixed top-[min(12vh,6rem)] left-1/2 z-50 flex max-h-[calc(100dvh-min(24vh,8rem))] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col',
          'rounded-lg border border-line bg-paper shadow-pop outline-none',
          wide ? 'max-w-3xl' : 'max-w-lg',
        )}
      >
        {!isRead && <KeepWritten body={body} />}
        <header className="flex items-start gap-4 px-5 pt-4">
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {description !== undefined && <Base.Description className="mt-0.5 text-sm text-faint">{description}</Base.Description>}
          </div>
          <Base.Close render={<IconButton icon={X} label={words.common.close} className="-mt-0.5 -mr-2 max-sm:-mt-1.5" />} />
        </header>
        <div
          ref={body}
          onInput={({ currentTarget }) => {
            currentTarget.dataset.written = '';
          }}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-4 pb-5"
        >
          {children}
        </div>
      </Base.Popup>
    );
  },
  (_, next) => !next.open,
);

/** Restores the focus when a dialog goes with its parent, such as the form of a draft that it has sent. */
function useFocusAfterwards(open: boolean): void {
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });
  useEffect(
    () => () => {
      // Once every element that had the focus has gone.
      if (isOpen.current) setTimeout(() => catchFocus());
    },
    [],
  );
}

/** A dialog over the page. Escape closes it, and so does a press outside if there is no input; nothing does while its own action runs. */
export function Dialog({ onClose, isShownOnce = false, ...popup }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  useFocusAfterwards(popup.open);
  const isBusy = () => body.current?.querySelector('[aria-busy=true]') != null;
  const isKept = (reason: string) =>
    (reason === 'outside-press' && (isShownOnce || isWrittenIn(body))) || (reason === 'escape-key' && isShownOnce);
  return (
    <Base.Root
      open={popup.open}
      onOpenChange={(isOpen, { reason }) => isOpen || isBusy() || isKept(reason) || onClose()}
      // The element that opened it may be gone as a result.
      onOpenChangeComplete={(isOpen) => isOpen || catchFocus()}
    >
      <Base.Portal>
        <Base.Backdrop className="appear fixed inset-0 z-40 bg-veil" />
        <Popup {...popup} body={body} />
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons at the end of a dialog or a form. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}

interface SubmitActionsProps {
  readonly busy: boolean;
  onCancel(): void;
  /** The label of the submit button. */
  readonly children: ReactNode;
}

/** The buttons at the end of a form in a dialog: submit and cancel. */
export function SubmitActions({ busy, onCancel, children }: SubmitActionsProps) {
  const words = useWords();
  return (
    <Actions>
      <Button onClick={onCancel}>{words.common.cancel}</Button>
      <Button type="submit" look="primary" busy={busy}>
        {children}
      </Button>
    </Actions>
  );
}
