const isKnown = (locale: string | undefined): locale is string => {
  if (locale === undefined) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // Some browsers call themselves by a name that is no language tag, such as en-US@posix.
    return false;
  }
};

/** The first language of the browser that Intl takes. */
export const browserLocale = (): string => [...(navigator.languages ?? []), navigator.language].find(isKnown) ?? 'en';

/** The time zone of the browser; UTC where it does not know, or says what is none. */
export function browserTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions();
  return timeZone === undefined || timeZone.startsWith('Etc/Unknown') ? 'UTC' : timeZone;
}
