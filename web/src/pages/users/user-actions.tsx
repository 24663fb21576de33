import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import type { User } from "../../api/types.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { LinkShown } from "./add-user.tsx";

/** What an administrator can do with an account; what cannot be taken lightly is asked first. */
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
        tell(`${email} is ${next === "admin" ? "an administrator" : "a member"} now.`);
        return refresh();
      }
      // This page is theirs no more: leave it before anything on it is asked for again.
      await navigate("/");
      client.removeQueries({ queryKey: ["users"] });
      tell("You are a member now.");
      return client.invalidateQueries({ queryKey: ["me"] });
    },
    onError: tellError,
  });
  const link = useMutation({
    mutationFn: () => call.post<{ link: string; hours: number }>(`/users/${user.id}/reset-link`),
    onSuccess: ({ link: made, hours }) =>
      modals.open({
        title: `A new password for ${email}`,
        size: "lg",
        children: <LinkShown link={made} hours={hours} />,
      }),
    onError: tellError,
  });
  const removal = useMutation({
    mutationFn: () => call.remove(`/users/${user.id}`),
    onSuccess: () => {
      tell(`${email} is removed.`);
      return refresh();
    },
    onError: tellError,
  });
  return {
    change,
    link,
    suspend: () =>
      ask({
        title: `Suspend ${email}?`,
        words:
          "They are signed out, and their keys are refused from the next request on. Their codes rest as paused ones do. You can undo it at any time.",
        confirm: "Suspend",
        cancel: "Cancel",
        act: () => change.mutate({ suspended: true }),
      }),
    remove: () =>
      ask({
        title: `Remove ${email}?`,
        words:
          "The account ends, their codes are deleted and their keys revoked. This cannot be undone here: suspend them if they may come back.",
        confirm: "Remove",
        cancel: "Cancel",
        act: () => removal.mutate(),
      }),
    promote: () =>
      ask({
        title: `Make ${email} an administrator?`,
        words:
          "They see everyone with an account, and may add, suspend and remove users and change plans and roles, yours too.",
        confirm: "Make an administrator",
        cancel: "Cancel",
        isGrave: false,
        act: () => role.mutate("admin"),
      }),
    demote: () =>
      ask(
        isMe
          ? {
              title: "Give up your own rights?",
              words:
                "You will no longer see this page or manage users, and cannot take the rights back yourself: another administrator must give them to you. Your codes and keys stay as they are.",
              confirm: "Become a member",
              cancel: "Cancel",
              act: () => role.mutate("member"),
            }
          : {
              title: `Make ${email} a member?`,
              words: "They no longer see this page or manage users. Their codes and keys stay as they are.",
              confirm: "Make a member",
              cancel: "Cancel",
              act: () => role.mutate("member"),
            },
      ),
  };
}
