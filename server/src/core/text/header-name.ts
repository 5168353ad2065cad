const FORM = /^[A-Za-z0-9-]{1,76}$/;

/** Returns whether a header that goes out may have this name: 1 to 76 letters, digits and -, of what RFC 5322, section 2.2, allows. */
export const isHeaderName = (text: string): boolean => FORM.test(text);
