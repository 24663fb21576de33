import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./tokens.css";
import "./style.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { basePath } from "./api/call.ts";
import { client } from "./api/client.ts";
import { App } from "./app.tsx";
import { Boundary } from "./frame/boundary.tsx";
import { PartMissing } from "./frame/lazy-part.ts";
import { Toasts } from "./parts/notices.tsx";
import { resolver, theme } from "./theme.ts";

/** The CSP allows only styles with this nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = (
  <ModalsProvider>
    <Toasts />
    <Boundary>
      <App />
    </Boundary>
  </ModalsProvider>
);
const router = createBrowserRouter([{ path: "*", element: root }], { basename: `${basePath}/app` });

createRoot(document.getElementById("root")!, {
  onCaughtError: (error) => {
    if (!(error instanceof PartMissing)) console.error(error);
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
