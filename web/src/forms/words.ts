/** The texts that all forms share. */
export const words = {
  fillIn: "Fill this in.",
  email: "Enter an email address, such as you@example.com.",
  password: "Use at least 8 characters.",
  noPassword: "Enter your password.",
  leave: { title: "Leave without saving?", text: "Your changes will be lost." },
  leaveAnyway: "Leave",
  stay: "Stay here",
};

export const afterwards = {
  visitorsGet: "Visitors see",
  ownWords: "A page with your words",
  ownAddress: "Another web address (redirect)",
  message: "Your words",
  messageHelp: "For example until when you are closed.",
  to: "Address",
  toHelp: "Visitors are sent there. They are not counted as scans.",
  noMessage: "Enter what visitors should read.",
  noAddress: "Enter the address visitors should be sent to.",
};
