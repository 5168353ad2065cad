import { classes } from './classes.ts';

const TONES = {
  good: 'bg-good',
  info: 'bg-info',
  warn: 'bg-warn',
  error: 'bg-error',
  idle: 'bg-edge',
} as const;

export type Tone = keyof typeof TONES;

/** The tone of every state. */
const TONE_OF: Readonly<Record<string, Tone>> = {
  sent: 'good',
  delivered: 'good',
  delivery: 'good',
  verified: 'good',
  active: 'good',
  subscribed: 'good',
  completed: 'good',
  open: 'info',
  click: 'info',
  sending: 'info',
  scheduled: 'info',
  delayed: 'warn',
  delivery_delayed: 'warn',
  suppressed: 'warn',
  pending: 'warn',
  paused: 'warn',
  unsubscribe: 'warn',
  failed: 'error',
  bounced: 'error',
  bounce: 'error',
  hard_bounce: 'error',
  complained: 'error',
  complaint: 'error',
};

export const toneOf = (state: string): Tone => TONE_OF[state] ?? 'idle';

interface StatusProps {
  readonly state: string;
  readonly label: string;
  readonly tone?: Tone;
}

/** A dot and a word: the word carries the meaning, the dot is visible from afar. */
export function Status({ state, label, tone = toneOf(state) }: StatusProps) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={classes('mr-2 inline-block size-2 rounded-full align-[0.05em]', TONES[tone])} />
      {label}
    </span>
  );
}

export function Tag({ children }: { readonly children: string }) {
  return (
    <span className="inline-block max-w-full truncate align-bottom rounded-sm border border-line bg-raised px-1.5 text-xs text-faint">
      {children}
    </span>
  );
}
