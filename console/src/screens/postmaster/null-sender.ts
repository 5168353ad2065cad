/** The null sender of reports, as an envelope has it. */
export const NULL_SENDER = '<>';
