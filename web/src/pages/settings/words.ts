export const words = {
  title: "Settings",
  lead: "Of this service, for administrators.",
  loading: "Loading the settings",

  address: "Public address",
  addressText: "Every code contains this address. Change it before you print anything.",
  fromEnvironment: (name: string) => `Set by ${name}`,
  byDefault: (name: string) => `Default, change it with ${name}`,

  mail: "Mail",
  mailOff:
    "No mail server is set, so password resets and invitations work by links that you pass on. To send mail, set SMTP_URL and MAIL_FROM.",
  mailOn: (from: string, server: string) => `Sent from ${from} by ${server}.`,
  sendTest: "Send a test message",
  testSent: (email: string) => `The mail server accepted a test message to ${email}.`,
  testFailed: (problem: string) => `The mail server did not accept the message: ${problem}`,

  signUp: "Sign-up",
  signUpText: "Who may create an account without an administrator.",
  closed: "Nobody",
  open: "Everybody who can reach the sign-in page",
  signUpSaved: "Saved.",
  provider: "Identity provider",
  noProvider: "None. To sign in with OpenID Connect, set OIDC_ISSUER.",

  health: "Health",
  ready: "Everything works.",
  degraded: "Something needs attention:",
  versions: "Versions",
  tessera: "Tessera",
  node: "Node.js",
  database: "Database",
};
