/** What may stand between the cells of an import; the first is that of RFC 4180. */
export const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** Names of the column of addresses, in any case: the first wherever a column has it, the likeliest of the others where none has. */
export const emailColumns = ['email', 'e-mail', 'email address', 'mail'] as const;
