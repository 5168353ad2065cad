/** Most bytes in a line of a mail, without its CR LF (RFC 5322, section 2.1.1). */
export const LONGEST_LINE_BYTES = 998;

/** Limits of a mail that is parsed. A mail beyond them is kept unread. */
export const mailLimits = {
  /** Maximum bytes of the headers of all parts together. */
  headerBytes: 256 * 1024,
  headerLines: 5000,
  parts: 1000,
  depth: 20,
  /** Maximum bytes of the decoded texts; the rest is cut off. */
  textBytes: 5 * 1024 * 1024,
};

/** A mail that is not read, and why. */
export class UnreadableMail extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableMail';
  }
}
