export const signIn = {
  signIn: {
    title: 'Sign in',
    already: (email: string) => `You are signed in as ${email}.`,
    ended: 'Your session has ended. What you have written is still here: sign in in another tab, then continue.',
    goOn: 'Continue',
    email: 'Email address',
    password: 'Password',
    code: 'Code',
    codeHint: 'The six digits from your authenticator app, or a recovery code.',
    submit: 'Sign in',
    or: 'or',
    passkey: 'Use a passkey',
    issuer: 'Sign in with SSO',
    issuerFailed: 'There is no account or invitation here for the person that single sign-on returned.',
    forgotten: 'Forgot your password?',
  },
  forgotten: {
    title: 'Reset your password',
    text: 'We will email you a link that works for an hour.',
    submit: 'Send link',
    done: 'If there is an account for this address, a link is on its way.',
    back: 'Back to sign-in',
  },
  link: {
    title: 'Your link',
    welcome: 'Welcome to Posthorn',
    newPassword: 'Choose a new password',
    text: (link: { email: string; tenant_name: string | null; operator: boolean }) =>
      link.tenant_name === null
        ? `For ${link.email}.`
        : `${link.email} is invited to ${link.tenant_name}${link.operator ? ', and to operate the service' : ''}.`,
    /** Further effects, by the purpose of the link. */
    effects: {
      invitation: '',
      reset: ' Setting a new password ends all sessions and removes your passkeys.',
      recovery: ' Setting a new password ends all sessions and removes your passkeys and authenticator app.',
    },
    name: 'Your name',
    nameHint: 'Optional. Other members of the tenant see it.',
    password: 'New password',
    passwordHint: 'At least 12 characters.',
    yourPassword: 'Your password',
    create: 'Create account',
    setPassword: 'Set password',
    accept: 'Accept invitation',
  },
};
