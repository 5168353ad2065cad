import { type Language, useLanguage } from './words.ts';

const en = {
  beginWith: 'Start from',
  blank: 'Blank',
  blankText: 'A few lines to replace.',
  templates: {
    welcome: ['Welcome', 'Greets new users and shows their first steps.'],
    confirmation: ['Address confirmation', 'Confirms an email address with a code or a link.'],
    reset: ['Password reset', 'Lets someone choose a new password.'],
    invitation: ['Invitation', 'Invites someone to a team.'],
    receipt: ['Receipt', 'Confirms a payment and lists what was bought.'],
    digest: ['Digest', 'A weekly summary, with figures and things to read.'],
    announcement: ['Announcement', 'Announces something new.'],
    'win-back': ['Win-back', 'Reaches out to people who have been away for a while.'],
  },
};

const de: typeof en = {
  beginWith: 'Beginnen mit',
  blank: 'Leer',
  blankText: 'Ein paar Zeilen zum Ersetzen.',
  templates: {
    welcome: ['Willkommen', 'Begrüßt neue Nutzer und zeigt die ersten Schritte.'],
    confirmation: ['Adresse bestätigen', 'Bestätigt eine Adresse mit Code oder Link.'],
    reset: ['Neues Passwort', 'Lässt jemanden ein neues Passwort wählen.'],
    invitation: ['Einladung', 'Lädt jemanden in ein Team ein.'],
    receipt: ['Beleg', 'Bestätigt eine Zahlung und listet den Einkauf auf.'],
    digest: ['Überblick', 'Eine Wochenübersicht mit Zahlen und Lesenswertem.'],
    announcement: ['Ankündigung', 'Kündigt etwas Neues an.'],
    'win-back': ['Wiedersehen', 'Spricht Menschen an, die eine Weile weg waren.'],
  },
};

const words: Readonly<Record<Language, typeof en>> = { en, de };

/** Returns the words of the template gallery, which are loaded with it. */
export const useGalleryWords = () => words[useLanguage()];
