import { defineConfig } from "vite";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // The content security policy allows no inline code or data: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The 3-D view is larger, and only loaded when somebody opens it.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
} as never);
