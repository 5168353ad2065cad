/** The result of one check of the installation. */
export interface Finding {
  /** What was checked, in a word or two. */
  readonly subject: string;
  /** `warning`: it works, but something is likely to go wrong. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** How to mend it; null where nothing has to be. */
  readonly mend: string | null;
}

const finding =
  (state: Finding['state']) =>
  (subject: string, detail: string, mend: string | null = null): Finding => ({ subject, state, detail, mend });

export const found = { ok: finding('ok'), warning: finding('warning'), failed: finding('failed') };
