export const words = {
  title: "Looks",
  lead: "Use a saved look on any code. Codes keep a copy: they stay as they are when you change or delete the look.",
  newLook: "New look",
  list: "Saved looks",
  empty: "No saved looks yet",
  emptyText:
    "Choose shapes, a logo and a frame while you create a code, then choose “Save this look…”. Use it on other codes, or as the default for new ones.",

  forNewCodes: "Default",
  actionsFor: (name: string) => `Actions for ${name}`,
  makeDefault: "Use for new codes",
  unsetDefault: "Stop using for new codes",
  defaultSet: (name: string) => `New codes use “${name}”.`,
  defaultUnset: "New codes are plain again.",
  rename: "Rename…",
  remove: "Delete…",
  removeTitle: (name: string) => `Delete the look “${name}”?`,
  removeText: "Codes that use it keep it.",
  removeDefault: " New codes will be plain again.",
  removeConfirm: "Delete look",
  removed: "Look deleted.",

  logos: "Logos",
  logo: (when: string) => `Logo added ${when}`,
  removeLogo: (when: string) => `Delete the logo added ${when}`,
  logoSaved: "Logo saved.",
};
