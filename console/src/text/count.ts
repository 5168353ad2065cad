/** A number with its word, as a language writes it. */
export const countIn =
  (language: string) =>
  (many: number, one: string, others: string): string =>
    `${new Intl.NumberFormat(language).format(many)} ${many === 1 ? one : others}`;
