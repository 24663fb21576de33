/** The texts around every page. */
export const words = {
  skip: "Skip to the content",
  home: "Tessera, all codes",
  pages: "Pages",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  search: "Search or go to",
  newCode: "New code",
  accountMenu: (email: string) => `Menu for ${email}`,
  reference: "API reference",
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  schemes: { auto: "System colours", light: "Light colours", dark: "Dark colours" },
  offline: "You are offline.",
  unreachable: "The service cannot be reached.",
  readAt: (time: string) => ` Showing what was read at ${time}.`,
};
