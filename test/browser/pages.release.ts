/** Every page in both settings. */
process.env.EVERY_SETTING = "1";
await import("./pages.test.ts");
