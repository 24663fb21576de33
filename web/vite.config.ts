import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root: here,
  // Below whatever path the service is reached at; src/http/dashboard/pages.ts writes it into the page.
  base: "./",
  logLevel: "warn",
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": "http://localhost:3000", "/r": "http://localhost:3000" } },
});
