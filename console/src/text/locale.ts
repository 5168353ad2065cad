const isKnown = (locale: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // Some browsers call themselves by a name that is no language tag, such as en-US@posix.
    return false;
  }
};

/** The first language of the browser that Intl takes. */
export const browserLocale = (): string => navigator.languages.find(isKnown) ?? 'en';
