import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { catchFocus } from './catch-focus.ts';
import { classes } from './classes.ts';

const LOOKS = {
  primary: 'bg-strong text-on-strong border-transparent hover:opacity-88',
  secondary: 'bg-paper text-ink border-line hover:bg-raised hover:border-edge',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-chosen',
  danger: 'bg-paper text-error border-line hover:border-error',
} as const;

export type Look = keyof typeof LOOKS;

export const buttonClasses = (look: Look = 'secondary', small = false): string =>
  classes(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none disabled:opacity-50',
    'transition-colors duration-100 motion-reduce:transition-none',
    small ? 'h-7 px-2 text-xs max-sm:h-8' : 'h-control px-3 text-sm',
    LOOKS[look],
  );

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  readonly small?: boolean;
  readonly icon?: LucideIcon;
  /** While the action runs, the button cannot be pressed again. */
  readonly busy?: boolean;
}

/** Browsers take the focus from a disabled button: it gets the focus back once it is enabled. */
function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    if (busy) had.current = document.activeElement === button.current;
    else if (had.current) {
      had.current = false;
      catchFocus(button.current);
    }
  }, [busy]);
  return button;
}

export function Button({ look, small, icon: Icon, busy = false, children, className, disabled, type = 'button', ...rest }: ButtonProps) {
  const button = useKeptFocus(busy);
  return (
    <button
      ref={button}
      type={type}
      className={classes(buttonClasses(look, small), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {Icon !== undefined && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon;
  readonly label: string;
  /** For several in a row of their own. */
  readonly small?: boolean;
}

/** A button with only an icon, and an accessible name. */
export function IconButton({ icon: Icon, label, small = false, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-md text-faint hover:bg-chosen hover:text-ink',
        small ? 'size-8' : 'size-control',
        className,
      )}
      {...rest}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
