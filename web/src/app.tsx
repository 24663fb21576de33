import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { CallError, call } from "./api/call.ts";
import type { Me } from "./api/types.ts";
import { CodesPage } from "./pages/codes/codes-page.tsx";
import { ResetPage, SetUpPage, SignInPage, SignUpPage } from "./pages/sign-in/pages.tsx";
import { Empty, Failure, Waiting } from "./parts/notices.tsx";
import { Shell } from "./parts/shell.tsx";

/** What is not on the first page comes when it is asked for; the charts are the heaviest of it. */
const CodePage = lazy(() => import("./pages/code/code-page.tsx"));
const NewCodePage = lazy(() => import("./pages/editor/new-page.tsx"));
const EditCodePage = lazy(() => import("./pages/editor/edit-page.tsx"));
const KeysPage = lazy(() => import("./pages/keys/keys-page.tsx"));
const UsersPage = lazy(() => import("./pages/users/users-page.tsx"));
const AccountPage = lazy(() => import("./pages/account/account-page.tsx"));

/** Null when nobody is signed in. */
async function findMe(): Promise<Me | null> {
  try {
    return await call.get<Me>("/me");
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

export function App() {
  const me = useQuery({ queryKey: ["me"], queryFn: findMe, staleTime: 60_000 });
  if (me.isPending) return <Waiting />;
  if (me.isError) return <Failure error={me.error} retry={() => me.refetch()} />;
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
      <Route path="*" element={<Inside me={me.data} />} />
    </Routes>
  );
}

function Inside({ me }: { me: Me }) {
  return (
    <Shell me={me}>
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
              <Empty icon="search" title="There is no such page">
                The address may be mistyped, or the page has moved.
              </Empty>
            }
          />
        </Routes>
      </Suspense>
    </Shell>
  );
}
