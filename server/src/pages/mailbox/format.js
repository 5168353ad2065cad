const UNITS = ['bytes', 'kB', 'MB'];

/** @param {number} bytes */
export function formatSize(bytes) {
  const power = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : 2;
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The time of day, and the day where it is another one. @param {number} at */
export const formatTime = (at) => (new Date(at).toDateString() === new Date().toDateString() ? time : day).format(at);

/** @param {number} at */
export const formatInstant = (at) => full.format(at);

/** @param {number} count */
export const countMails = (count) => `${count} ${count === 1 ? 'mail' : 'mails'}`;
