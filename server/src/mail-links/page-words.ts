import type { ReaderLanguage } from './reader-language.ts';

interface Note {
  readonly title: string;
  readonly text: string;
  readonly next: string;
}

/** Texts of the public pages for links in mail; `from` and `to` are HTML. */
interface ReaderWords {
  readonly thisSender: string;
  readonly still: string;
  readonly confirm: { readonly title: string; text(from: string, to: string): string; readonly button: string };
  readonly done: { readonly title: string; text(from: string, to: string): string; readonly close: string };
  readonly unknown: Note;
  readonly closed: Note;
  readonly fault: Note;
}

export const readerWords: Readonly<Record<ReaderLanguage, ReaderWords>> = {
  en: {
    thisSender: 'this sender',
    still: 'Messages that you need, such as receipts and password resets, still arrive.',
    confirm: {
      title: 'Unsubscribe?',
      text: (from, to) => `This stops newsletters and offers from ${from} to ${to}.`,
      button: 'Unsubscribe',
    },
    done: {
      title: 'You are unsubscribed',
      text: (from, to) => `${to} will get no more newsletters and offers from ${from}.`,
      close: 'You can close this page.',
    },
    unknown: {
      title: 'This link is not complete',
      text: 'Nothing was changed. A part of the link is missing or was altered on the way.',
      next: 'Please open it from the email again, or copy all of it.',
    },
    closed: {
      title: 'This link is closed',
      text: 'Whoever sent it does not use this service any more, so it leads nowhere.',
      next: 'There is nothing that you have to do.',
    },
    fault: {
      title: 'That did not work',
      text: 'Something went wrong on our side, so you may still be subscribed.',
      next: 'Please try again in a few minutes.',
    },
  },
  de: {
    thisSender: 'diesem Absender',
    still: 'Was Sie brauchen, wie Belege und Mails für ein neues Passwort, kommt weiterhin.',
    confirm: {
      title: 'Abmelden?',
      text: (from, to) => `Damit enden Newsletter und Angebote von ${from} an ${to}.`,
      button: 'Abmelden',
    },
    done: {
      title: 'Sie sind abgemeldet',
      text: (from, to) => `${to} bekommt keine Newsletter und Angebote von ${from} mehr.`,
      close: 'Sie können diese Seite schließen.',
    },
    unknown: {
      title: 'Dieser Link ist nicht vollständig',
      text: 'Nichts wurde geändert. Ein Teil des Links fehlt oder wurde unterwegs verändert.',
      next: 'Bitte öffnen Sie ihn noch einmal aus der E-Mail, oder kopieren Sie ihn ganz.',
    },
    closed: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Wer ihn verschickt hat, nutzt diesen Dienst nicht mehr; er führt darum nirgends hin.',
      next: 'Sie müssen nichts tun.',
    },
    fault: {
      title: 'Das hat nicht geklappt',
      text: 'Bei uns ging etwas schief, darum sind Sie vielleicht noch angemeldet.',
      next: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
  },
};
