/** Delimiters accepted in an import; the first is that of RFC 4180. */
export const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** Names of the address column, ignoring case: the first if a column has it, otherwise the others in order of likelihood. */
export const emailColumns = ['email', 'e-mail', 'email address', 'mail'] as const;
