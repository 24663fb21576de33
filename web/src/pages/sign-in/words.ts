import { inWords } from "../../parts/formats.ts";

/** All words of set-up, sign-in and the welcome page. */
export const WORDS = {
  name: "Your name",
  noName: "Enter your name.",
  email: "Email address",
  password: "Password",
  newPassword: "New password",
  passwordHint: "At least 8 characters. A short sentence works well.",
  strength: ["Too short", "Weak", "Fair", "Good", "Strong"],

  signIn: "Sign in",
  codeLead: "One more step: the code of your second factor.",
  signInLead: "Manage your codes and see their scans.",
  signInToJoin: "You then join the workspace that you were invited to.",
  noAdmin: "There is no administrator yet",
  noAdminHint: "To create the account, open the link shown in the terminal where Tessera was started.",
  forgotten: "Forgot your password? Your administrator can send you a link to set a new one.",
  withPasskey: "Sign in with a passkey",
  withProvider: (host: string) => `Sign in with ${host}`,
  oidcProblems: {
    unverified:
      "There is an account with your email address, but it has not been verified that the address is yours. Sign in with the password of the account, or reset it by mail first.",
    unknown: "There is no account with your email address here. Ask your administrator for one.",
    suspended: "This account is suspended. Ask your administrator.",
    cancelled: "You did not sign in there.",
    failed: "That did not work. Please try again.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  noCode: "Enter the code.",
  otherAccount: "Use another account",
  forgot: "Forgot your password?",
  forgotLead: "Enter your email address to get a link to choose a new one.",
  sendLink: "Send link",
  sent: "Check your mail",
  sentLead: (email: string) =>
    `If there is an account for ${email}, a link to choose a new password is on its way. It works for one hour.`,
  noAccount: "No account yet?",
  haveAccount: "Have an account?",
  signUp: "Sign up",
  signUpLead: "Create codes, share them and see their scans.",
  signUpClosed: "Sign-up is closed",
  signUpClosedLead: "The administrator creates accounts here. Ask for one: you get a link to choose your password.",
  createAccount: "Create account",

  step: (number: 1 | 2) => `Step ${number} of 2`,
  setUp: "Create your account",
  setUpLead: "You will be the administrator of this server. You can add others later.",
  continue: "Continue",
  ownServer: "Runs on your own server.",

  welcomeInvited: "Welcome",
  invitedLead: (email: string) => `Choose a password for ${email}.`,
  reset: "Choose a new password",
  resetLead: (email: string) => `For ${email}. It replaces the old one and signs you out on all devices.`,
  saveAndSignIn: "Save and sign in",

  openAgain: "Open the link again",
  openAgainLead:
    "For your safety the secret part of the link is not kept in the address, so this page cannot be reloaded. The link still works until it is used or expires.",
  linkUnknown: "One moment",
  linkUnknownLead: "This link could not be checked.",
  linkVoid: "This link does not work",
  toSignIn: "Go to sign-in",
} as const;

export const WELCOME = {
  page: "Welcome",
  title: (name: string) => `Welcome, ${name}. Create your first code.`,
  lead: "Paste an address. You can change where it leads later, even after printing.",
  address: "Web address",
  addressPlaceholder: "cafe-mosaic.example/menu",
  create: "Create code",
  startWith: "or start with",
  more: "More",
  stamp: "Sample",
  asYouType: "Your code gets a link of its own",
  alt: "Sample of your code",

  looking: "Just looking?",
  lookingHint: "Add six example codes with three months of scans. You can remove them again with one click.",
  show: "Add examples",
  remove: "Remove examples",
  added: (count: number) =>
    count === 1 ? "1 example code is in your list." : `${count} example codes are in your list.`,
  removed: (count: number) =>
    count === 1 ? "1 example code was moved to the bin." : `${count} example codes were moved to the bin.`,
  thereShort: (count: number) => inWords.times(count, "example code"),
  there: (count: number) => `${inWords.times(count, "example code")}. Removing them keeps any that you changed.`,
  skip: "Skip to the dashboard",
} as const;
