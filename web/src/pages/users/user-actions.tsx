import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import type { User } from "../../api/types.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { LinkShown } from "./add-user.tsx";
import { words } from "./words.ts";

/** Actions of an administrator on an account; serious ones ask for confirmation. */
export function useUserActions(user: User, isMe: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { email } = user;
  const refresh = () => client.invalidateQueries({ queryKey: ["users"] });
  const change = useMutation({
    mutationFn: (what: { plan?: string; suspended?: boolean }) => call.patch(`/users/${user.id}`, what),
    onSuccess: refresh,
    onError: tellError,
  });
  const role = useMutation({
    mutationFn: (next: User["role"]) => call.patch(`/users/${user.id}`, { role: next }),
    onSuccess: async (_nothing, next) => {
      if (!isMe) {
        tell(next === "admin" ? words.nowAdmin(email) : words.nowMember(email));
        return refresh();
      }
      // The user may no longer see this page: leave before anything on it is refetched.
      await navigate("/");
      client.removeQueries({ queryKey: ["users"] });
      tell(words.youAreMember);
      return client.invalidateQueries({ queryKey: ["me"] });
    },
    onError: tellError,
  });
  const link = useMutation({
    mutationFn: () => call.post<{ link: string; hours: number }>(`/users/${user.id}/reset-link`),
    onSuccess: ({ link: made, hours }) =>
      modals.open({
        title: words.linkTitle(email),
        size: "lg",
        closeOnClickOutside: false,
        children: <LinkShown link={made} hours={hours} done={() => modals.closeAll()} />,
      }),
    onError: tellError,
  });
  const factor = useMutation({
    mutationFn: () => call.remove(`/users/${user.id}/second-factor`),
    onSuccess: () => tell(words.factorRemoved(email)),
    onError: tellError,
  });
  const removal = useMutation({
    mutationFn: () => call.remove(`/users/${user.id}`),
    onSuccess: () => {
      tell(words.removed(email));
      return refresh();
    },
    onError: tellError,
  });
  return {
    change,
    link,
    removeFactor: () =>
      ask({
        title: words.factorTitle(email),
        words: words.factorText,
        confirm: words.factorConfirm,
        cancel: words.cancel,
        act: () => factor.mutate(),
      }),
    suspend: () =>
      ask({
        title: words.suspendTitle(email),
        words: words.suspendText,
        confirm: words.suspendConfirm,
        cancel: words.cancel,
        act: () => change.mutate({ suspended: true }),
      }),
    remove: () =>
      ask({
        title: words.removeTitle(email),
        words: words.removeText,
        confirm: words.removeConfirm,
        cancel: words.cancel,
        act: () => removal.mutate(),
      }),
    promote: () =>
      ask({
        title: words.adminTitle(email),
        words: words.adminText,
        confirm: words.adminConfirm,
        cancel: words.cancel,
        isGrave: false,
        act: () => role.mutate("admin"),
      }),
    demote: () =>
      ask(
        isMe
          ? {
              title: words.ownTitle,
              words: words.ownText,
              confirm: words.ownConfirm,
              cancel: words.cancel,
              act: () => role.mutate("member"),
            }
          : {
              title: words.memberTitle(email),
              words: words.memberText,
              confirm: words.memberConfirm,
              cancel: words.cancel,
              act: () => role.mutate("member"),
            },
      ),
  };
}
