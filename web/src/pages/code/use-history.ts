import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code, CodeVersion, VersionList } from "../../api/types.ts";
import { tell, tellError } from "../../parts/notices.tsx";

const A_PAGE = 100;

/** Not under the code's own key: it is not read again with every scan that comes while one watches. */
export function useHistory(code: Code) {
  const pages = useInfiniteQuery({
    queryKey: ["history", code.id],
    queryFn: ({ pageParam }) =>
      call.get<VersionList>(`/codes/${code.id}/history?limit=${A_PAGE}${pageParam ? `&cursor=${pageParam}` : ""}`),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
  const versions = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return { ...pages, versions: pages.hasNextPage ? versions : live(versions, code.scanCount) };
}

/** The present version has all scans that no other has, those too that came a moment ago. */
function live(versions: CodeVersion[], scanCount: number): CodeVersion[] {
  const [present, ...others] = versions;
  if (!present) return versions;
  const before = others.reduce((sum, version) => sum + version.scanCount, 0);
  return [{ ...present, scanCount: Math.max(present.scanCount, scanCount - before) }, ...others];
}

/** Makes an earlier content the present one; Undo brings back what was there before. */
export function useRestoreVersion(code: Code) {
  const refresh = useRefreshCodes();
  const restoring = useMutation({
    mutationFn: (version: number) => call.post(`/qrcodes/${code.id}/versions/${version}/restore`),
    onSuccess: refresh,
    onError: tellError,
  });
  const restore = (version: number, present: number) =>
    restoring
      .mutateAsync(version)
      .then(() =>
        tell("Restored. Printed codes lead there from now on.", {
          undo: () =>
            void restoring.mutateAsync(present).then(
              () => tell("Taken back."),
              () => {},
            ),
        }),
      )
      // It is told by the mutation.
      .catch(() => {});
  return { restore, busyWith: restoring.isPending ? restoring.variables : null };
}
