const LANGUAGES = ['en', 'de'] as const;
export type ReaderLanguage = (typeof LANGUAGES)[number];

const isServed = (language: string): language is ReaderLanguage => (LANGUAGES as readonly string[]).includes(language);

/** Returns the weight of a language, by RFC 9110, section 12.4.2. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1]).find((weight) => weight !== undefined);
  return given === undefined ? 1 : Number(given);
}

/** Returns the language of the reader pages that a browser prefers; English if it names none of them. */
export function readerLanguage(headers: Headers): ReaderLanguage {
  const wanted = (headers.get('accept-language') ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    return { language: tag.trim().toLowerCase().split('-')[0] ?? '', weight: weightOf(parameters) };
  });
  const best = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return best.map(({ language }) => language).find(isServed) ?? 'en';
}
