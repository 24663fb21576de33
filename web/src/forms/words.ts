/** The texts that all forms share. */
export const words = {
  fillIn: "Fill this in.",
  email: "Enter an address such as you@example.com.",
  password: "Use at least 8 characters.",
  leave: { title: "Leave without saving?", text: "What you typed is not saved and will be lost." },
  leaveAnyway: "Leave",
  stay: "Stay here",
};
