import { Alert, Container } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { findMe } from "./api/client.ts";
import { refused, session } from "./api/session.ts";
import { useSignal } from "./api/signal.ts";
import type { Me } from "./api/types.ts";
import { openOf } from "./api/workspace.ts";
import { forgetFilters } from "./frame/arrival.tsx";
import { Boundary } from "./frame/boundary.tsx";
import { lazyPart } from "./frame/lazy-part.ts";
import { Shell } from "./frame/shell.tsx";
import { SignedIn } from "./frame/sign-out.tsx";
import { words } from "./frame/words.ts";
import OverviewPage from "./pages/overview/overview-page.tsx";
import { ForEditors } from "./parts/editors.tsx";
import { showTimesIn } from "./parts/formats.ts";
import { Icon } from "./parts/icon.tsx";
import { Failure, tell, Waiting } from "./parts/notices.tsx";
import { Page } from "./parts/page.tsx";

/** All but the first page, to keep its script small. */
const CodesPage = lazyPart(async () => ({ default: (await import("./pages/codes/codes-page.tsx")).CodesPage }));
const CodePage = lazyPart(() => import("./pages/code/code-page.tsx"));
const CreatedPage = lazyPart(() => import("./pages/code/created-page.tsx"));
const NewCodePage = lazyPart(() => import("./pages/editor/new-page.tsx"));
const EditCodePage = lazyPart(() => import("./pages/editor/edit-page.tsx"));
const ClaimPage = lazyPart(() => import("./pages/claim/claim-page.tsx"));
const ImportPage = lazyPart(() => import("./pages/import/import-page.tsx"));
const TagsPage = lazyPart(() => import("./pages/tags/tags-page.tsx"));
const LooksPage = lazyPart(() => import("./pages/looks/looks-page.tsx"));
const LookPage = lazyPart(() => import("./pages/editor/look-page.tsx"));
const KeysPage = lazyPart(() => import("./pages/keys/keys-page.tsx"));
const WebhooksPage = lazyPart(() => import("./pages/webhooks/webhooks-page.tsx"));
const DomainsPage = lazyPart(() => import("./pages/domains/domains-page.tsx"));
const PeoplePage = lazyPart(() => import("./pages/members/members-page.tsx"));
const WorkspacePage = lazyPart(() => import("./pages/workspace/workspace-page.tsx"));
const BrandPage = lazyPart(() => import("./pages/workspace/brand-page.tsx"));
const AuditPage = lazyPart(() => import("./pages/audit/audit-page.tsx"));
const JoinPage = lazyPart(() => import("./pages/members/join-page.tsx"));
const JoinAsGuest = lazyPart(() => import("./pages/members/join-as-guest.tsx"));
const ServerPage = lazyPart(() => import("./pages/settings/settings-page.tsx"));
const AccountsPage = lazyPart(() => import("./pages/users/users-page.tsx"));
const YouPage = lazyPart(() => import("./pages/account/account-page.tsx"));

const WelcomePage = lazyPart(() => import("./pages/sign-in/welcome.tsx"));

const entrances = () => import("./pages/sign-in/pages.tsx");
const SignInPage = lazyPart(async () => ({ default: (await entrances()).SignInPage }));
const SignUpPage = lazyPart(async () => ({ default: (await entrances()).SignUpPage }));
const ForgotPage = lazyPart(async () => ({ default: (await entrances()).ForgotPage }));
const SetUpPage = lazyPart(async () => ({ default: (await entrances()).SetUpPage }));
const ResetPage = lazyPart(async () => ({ default: (await entrances()).ResetPage }));

/** A different user starts on the first page. True until they are there. */
function useFirstPageForOthers(id: string | undefined): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [last, setLast] = useState(session.lastUser);
  const isOther = id !== undefined && last !== null && id !== last;
  const isThere = pathname + search === "/";
  useEffect(() => {
    if (id === undefined) return;
    if (!isOther || isThere) return setLast(id);
    forgetFilters();
    void navigate("/", { replace: true });
  }, [id, isOther, isThere, navigate]);
  return isOther;
}

/** Says so when the user is no longer a member of the workspace that was open. */
function useFarewell(me: Me | null | undefined): void {
  const [last, setLast] = useState(me);
  useEffect(() => {
    setLast(me);
    if (me?.id === last?.id && me?.workspaceId !== last?.workspaceId) tell(words.noMember(openOf(last!).name));
  }, [me, last]);
}

export function App() {
  const me = useQuery({ queryKey: ["me"], queryFn: findMe, staleTime: 60_000 });
  showTimesIn(me.data ? openOf(me.data).zone : "UTC");
  useFarewell(me.data);
  const isLedAway = useFirstPageForOthers(me.data?.id);
  if (me.isPending || isLedAway) return <Waiting />;
  if (me.data === undefined) {
    return (
      <Container size="xs" py="xl" component="main">
        <Page title="Tessera">
          <Failure error={me.error ?? new Error()} retry={() => me.refetch()} />
        </Page>
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
      <Suspense fallback={<Waiting />}>
        <Refused />
        <Routes>
          {ways}
          <Route path="/sign-up" element={<SignUpPage />} />
          <Route path="/join" element={<JoinAsGuest />} />
          <Route path="/forgot" element={<ForgotPage />} />
          <Route path="*" element={<SignInPage />} />
        </Routes>
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        {ways}
        <Route path="/welcome" element={<WelcomePage me={me.data} />} />
        <Route path="*" element={<Inside key={`${me.data.id} ${me.data.workspaceId}`} me={me.data} />} />
      </Routes>
    </Suspense>
  );
}

/** Says why the server signed the user out. */
function Refused() {
  const why = useSignal(refused);
  if (!why) return null;
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={words.signedOut}>
      {words.askAdmin(why)}
    </Alert>
  );
}

/** Instead of a page that others may open. */
const NoRight = ({ why }: { why: string }) => (
  <Page title={words.noRight} lead={why} back={{ to: "/codes", label: words.allCodes }}>
    {null}
  </Page>
);

function Inside({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const isOwner = openOf(me).role === "owner";
  const isAdmin = me.role === "admin";
  if (session.invitation() && !pathname.startsWith("/join")) return <Navigate to="/join" replace />;
  return (
    <Shell me={me}>
      <Boundary path={pathname}>
        <Suspense fallback={<Waiting />}>
          <Routes>
            <Route path="/" element={<OverviewPage />} />
            <Route path="/sign-in" element={<SignedIn />} />
            <Route path="/sign-up" element={<Navigate to="/" replace />} />
            <Route path="/codes" element={<CodesPage />} />
            <Route path="/new" element={<Navigate to="/codes/new" replace />} />
            <Route
              path="/codes/new"
              element={
                <ForEditors me={me}>
                  <NewCodePage />
                </ForEditors>
              }
            />
            <Route path="/codes/:id" element={<CodePage />} />
            <Route path="/codes/:id/created" element={<CreatedPage />} />
            <Route
              path="/codes/:id/edit"
              element={
                <ForEditors me={me}>
                  <EditCodePage />
                </ForEditors>
              }
            />
            <Route
              path="/import"
              element={
                <ForEditors me={me}>
                  <ImportPage me={me} />
                </ForEditors>
              }
            />
            <Route path="/claim/:token" element={<ClaimPage me={me} />} />
            <Route path="/tags" element={<TagsPage />} />
            <Route path="/looks" element={<LooksPage />} />
            {["/looks/new", "/looks/:id"].map((path) => (
              <Route
                key={path}
                path={path}
                element={
                  <ForEditors me={me}>
                    <LookPage />
                  </ForEditors>
                }
              />
            ))}
            <Route path="/keys" element={<KeysPage />} />
            <Route path="/webhooks" element={<WebhooksPage />} />
            <Route path="/domains" element={<DomainsPage me={me} />} />
            <Route path="/people" element={<PeoplePage me={me} />} />
            <Route path="/settings" element={<WorkspacePage me={me} />} />
            <Route
              path="/settings/brand"
              element={
                <ForEditors me={me}>
                  <BrandPage me={me} />
                </ForEditors>
              }
            />
            <Route path="/settings/you" element={<YouPage me={me} />} />
            <Route
              path="/settings/server"
              element={isAdmin ? <ServerPage me={me} /> : <NoRight why={words.onlyAdmins} />}
            />
            <Route
              path="/settings/accounts"
              element={isAdmin ? <AccountsPage me={me} /> : <NoRight why={words.onlyAdmins} />}
            />
            <Route path="/audit" element={isOwner ? <AuditPage /> : <NoRight why={words.onlyOwners} />} />
            <Route path="/join/*" element={<JoinPage me={me} />} />
            <Route
              path="*"
              element={
                <Page title={words.noPage} lead={words.noPageText} back={{ to: "/codes", label: words.allCodes }}>
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
