import { type Language, useLanguage } from './words.ts';

const en = {
  beginWith: 'Begin with',
  blank: 'Nothing',
  blankText: 'A few lines to write over.',
  templates: {
    welcome: ['Welcome', 'Greets who has just signed up, with the first steps.'],
    confirmation: ['Address confirmation', 'Confirms an address by a code or a link.'],
    reset: ['Password reset', 'Lets somebody choose a new password.'],
    invitation: ['Invitation', 'Invites somebody to a team.'],
    receipt: ['Receipt', 'Confirms a payment, with what was bought.'],
    digest: ['Digest', 'Sums up a week: figures, and what to read.'],
    announcement: ['Announcement', 'Tells everybody of something new.'],
    'win-back': ['Win-back', 'Writes to people who have been away for a while.'],
  },
};

const de: typeof en = {
  beginWith: 'Beginnen mit',
  blank: 'Nichts',
  blankText: 'Ein paar Zeilen zum Überschreiben.',
  templates: {
    welcome: ['Willkommen', 'Begrüßt, wer sich angemeldet hat, mit den ersten Schritten.'],
    confirmation: ['Adresse bestätigen', 'Bestätigt eine Adresse mit Code oder Link.'],
    reset: ['Neues Passwort', 'Lässt jemanden ein neues Passwort wählen.'],
    invitation: ['Einladung', 'Lädt jemanden in ein Team ein.'],
    receipt: ['Beleg', 'Bestätigt eine Zahlung, mit dem Gekauften.'],
    digest: ['Überblick', 'Fasst eine Woche zusammen: Zahlen und Lesenswertes.'],
    announcement: ['Ankündigung', 'Erzählt allen von etwas Neuem.'],
    'win-back': ['Wiedersehen', 'Schreibt denen, die eine Weile weg waren.'],
  },
};

const words: Readonly<Record<Language, typeof en>> = { en, de };

/** Returns the words of the template gallery, which are loaded with it. */
export const useGalleryWords = () => words[useLanguage()];
