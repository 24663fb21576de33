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
