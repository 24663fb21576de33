import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root: here,
  base: "/app/",
  experimental: {
    // Files find one another below whatever path the service is reached at; the page's own addresses
    // get it from src/dashboard/pages.dashboard.ts.
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
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
    // One file instead of two dozen for the first page: it compresses better.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
  server: { proxy: { "/api": "http://localhost:3000", "/r": "http://localhost:3000" } },
});
