/** The version in package.json, which a browser cannot read; a test compares them. */
export const VERSION = "0.2.0";
