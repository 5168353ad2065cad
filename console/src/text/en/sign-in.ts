export const signIn = {
  signIn: {
    title: 'Sign in',
    already: (email: string) => `You are signed in as ${email}.`,
    ended: 'Your sign-in has ended. What you have written is still here: sign in in another tab, and go on.',
    goOn: 'Go on',
    email: 'Email address',
    password: 'Password',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or a recovery code.',
    submit: 'Sign in',
    or: 'or',
    passkey: 'Use a passkey',
    issuer: 'Use single sign-on',
    issuerFailed: 'The issuer names nobody who has an account or an invitation here.',
    forgotten: 'Forgot the password?',
  },
  forgotten: {
    title: 'Choose another password',
    text: 'We mail a link to your address. It works for an hour.',
    submit: 'Mail me a link',
    done: 'If somebody has this address, a link is on its way there.',
    back: 'Back to signing in',
  },
  link: {
    title: 'Your link',
    welcome: 'Welcome to Posthorn',
    newPassword: 'Choose another password',
    text: (link: { email: string; tenant_name: string | null; operator: boolean }) =>
      link.tenant_name === null
        ? `For ${link.email}.`
        : `${link.email} is invited to ${link.tenant_name}${link.operator ? ', and to operate the service' : ''}.`,
    /** Further effects, by the purpose of the link. */
    effects: {
      invitation: '',
      reset: ' The new password ends all sessions and removes passkeys.',
      recovery: ' The new password ends all sessions and removes passkeys and the authenticator app.',
    },
    name: 'Your name',
    nameHint: 'Other members of the tenant see it. Optional.',
    password: 'New password',
    passwordHint: 'At least 12 characters of any kind.',
    yourPassword: 'Your password',
    create: 'Create the account',
    setPassword: 'Set the password',
    accept: 'Accept the invitation',
  },
};
