import { Container } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { findMe } from "./api/client.ts";
import type { Me } from "./api/types.ts";
import { Boundary } from "./frame/boundary.tsx";
import { lazyPage } from "./frame/lazy-page.ts";
import { CodesPage } from "./pages/codes/codes-page.tsx";
import { ResetPage, SetUpPage, SignInPage, SignUpPage } from "./pages/sign-in/pages.tsx";
import { Failure, Waiting } from "./parts/notices.tsx";
import { Page } from "./parts/page.tsx";
import { Shell } from "./parts/shell.tsx";

/** What is not on the first page comes when it is asked for; the charts are the heaviest of it. */
const CodePage = lazyPage(() => import("./pages/code/code-page.tsx"));
const NewCodePage = lazyPage(() => import("./pages/editor/new-page.tsx"));
const EditCodePage = lazyPage(() => import("./pages/editor/edit-page.tsx"));
const KeysPage = lazyPage(() => import("./pages/keys/keys-page.tsx"));
const UsersPage = lazyPage(() => import("./pages/users/users-page.tsx"));
const AccountPage = lazyPage(() => import("./pages/account/account-page.tsx"));

/** Someone else at the same desk begins at the first page. */
function useFirstPageForOthers(id: string | undefined): void {
  const navigate = useNavigate();
  const before = useRef(id);
  useEffect(() => {
    const isOther = before.current !== undefined && id !== undefined && before.current !== id;
    before.current = id;
    if (isOther) void navigate("/", { replace: true });
  }, [id, navigate]);
}

export function App() {
  const me = useQuery({ queryKey: ["me"], queryFn: findMe, staleTime: 60_000 });
  useFirstPageForOthers(me.data?.id);
  if (me.isPending) return <Waiting />;
  if (me.isError) {
    return (
      <Container size="xs" py="xl" component="main">
        <Failure error={me.error} retry={() => me.refetch()} />
      </Container>
    );
  }
  const ways = (
    <>
      <Route path="/set-up" element={<SetUpPage />} />
      <Route path="/reset" element={<ResetPage />} />
    </>
  );
  if (me.data === null) {
    return (
      <Routes>
        {ways}
        <Route path="/sign-up" element={<SignUpPage />} />
        <Route path="*" element={<SignInPage />} />
      </Routes>
    );
  }
  return (
    <Routes>
      {ways}
      <Route path="*" element={<Inside key={me.data.id} me={me.data} />} />
    </Routes>
  );
}

function Inside({ me }: { me: Me }) {
  const { pathname } = useLocation();
  return (
    <Shell me={me}>
      <Boundary path={pathname}>
        <Suspense fallback={<Waiting />}>
          <Routes>
            <Route path="/" element={<CodesPage />} />
            <Route path="/sign-in" element={<Navigate to="/" replace />} />
            <Route path="/sign-up" element={<Navigate to="/" replace />} />
            <Route path="/codes/new" element={<NewCodePage />} />
            <Route path="/codes/:id" element={<CodePage />} />
            <Route path="/codes/:id/edit" element={<EditCodePage />} />
            <Route path="/keys" element={<KeysPage />} />
            {me.role === "admin" && <Route path="/users" element={<UsersPage me={me} />} />}
            <Route path="/people" element={<Navigate to="/users" replace />} />
            <Route path="/account" element={<AccountPage me={me} />} />
            <Route
              path="*"
              element={
                <Page
                  title="There is no such page"
                  lead="The address may be mistyped, or the page has moved."
                  back={{ to: "/", label: "All codes" }}
                >
                  {null}
                </Page>
              }
            />
          </Routes>
        </Suspense>
      </Boundary>
    </Shell>
  );
}
