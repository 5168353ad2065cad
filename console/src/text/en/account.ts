import { countIn } from '../count.ts';

const count = countIn('en');

export const account = {
  account: {
    back: 'Back',
    name: 'Name',
    saved: 'Saved.',
    choices: 'Preferences in this browser',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    passwordHint: 'At least 12 characters. You will be signed out everywhere else.',
    passwordChanged: 'Password changed. You are signed out everywhere else.',
    changePassword: 'Change password',
    proof: 'Confirm your identity',
    proofText: 'This is required before you change how you sign in.',
    prove: 'Continue',
    app: 'Authenticator app',
    appOff: 'Require a code from an app as well as your password, so that a stolen password is not enough.',
    appOn: (codes: number) => `Signing in with your password requires a code. ${count(codes, 'recovery code', 'recovery codes')} left.`,
    appStart: 'Set up authenticator app',
    appScan: 'Scan the QR code with your app, or enter the secret by hand. Then enter the code that the app shows.',
    appConfirm: 'Turn on',
    appRemove: 'Turn off',
    newCodes: 'Generate new recovery codes',
    codes: 'Recovery codes',
    codesText:
      'Each code works once, in place of a code from the app. They are shown only now: store them in a safe place, apart from your password.',
    qr: 'QR code of the secret',
    secret: 'secret',
    passkeys: 'Passkeys',
    passkeyName: 'Passkey name',
    passkeyExample: 'My laptop',
    passkeyAdd: 'Add passkey',
    removeNamed: (name: string) => `Remove ${name}`,
    unused: 'never used',
    signIns: 'Where you are signed in',
    thisOne: 'This browser',
    end: 'Sign out',
    unknownBrowser: 'Unknown browser',
  },
};
