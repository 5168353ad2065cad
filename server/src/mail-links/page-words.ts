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
  /** For a link opened after that. */
  again(from: string): string;
  readonly unknown: Note;
  readonly closed: Note;
  readonly fault: Note;
}

export const readerWords: Readonly<Record<ReaderLanguage, ReaderWords>> = {
  en: {
    thisSender: 'this sender',
    still: 'You will still receive emails that you need, such as receipts and password resets.',
    confirm: {
      title: 'Unsubscribe?',
      text: (from, to) => `You will no longer receive newsletters and offers from ${from} at ${to}.`,
      button: 'Unsubscribe',
    },
    done: {
      title: 'You are unsubscribed',
      text: (from, to) => `${to} will no longer receive newsletters and offers from ${from}.`,
      close: 'You can close this page.',
    },
    again: (from) => `If you want them back, ask ${from} to subscribe you again.`,
    unknown: {
      title: 'This link is incomplete',
      text: 'Nothing was changed. Part of the link is missing, or was altered on the way.',
      next: 'Please open it from the email again, or copy the whole link.',
    },
    closed: {
      title: 'This link no longer works',
      text: 'Its sender no longer uses this service.',
      next: 'You do not need to do anything.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'We could not complete your request, so you may still be subscribed.',
      next: 'Please try again in a few minutes.',
    },
  },
  de: {
    thisSender: 'diesem Absender',
    still: 'E-Mails, die Sie brauchen, etwa Belege oder Links zum Zurücksetzen des Passworts, erhalten Sie weiterhin.',
    confirm: {
      title: 'Abmelden?',
      text: (from, to) => `Sie erhalten dann unter ${to} keine Newsletter und Angebote mehr von ${from}.`,
      button: 'Abmelden',
    },
    done: {
      title: 'Sie sind abgemeldet',
      text: (from, to) => `${to} erhält keine Newsletter und Angebote mehr von ${from}.`,
      close: 'Sie können diese Seite schließen.',
    },
    again: (from) => `Möchten Sie sie wieder erhalten, melden Sie sich bei ${from}.`,
    unknown: {
      title: 'Dieser Link ist unvollständig',
      text: 'Es wurde nichts geändert. Ein Teil des Links fehlt oder wurde unterwegs verändert.',
      next: 'Bitte öffnen Sie ihn noch einmal aus der E-Mail, oder kopieren Sie den ganzen Link.',
    },
    closed: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Sein Absender nutzt diesen Dienst nicht mehr.',
      next: 'Sie müssen nichts weiter tun.',
    },
    fault: {
      title: 'Etwas ist schiefgegangen',
      text: 'Ihre Anfrage konnte nicht ausgeführt werden, deshalb sind Sie vielleicht noch angemeldet.',
      next: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
  },
};
