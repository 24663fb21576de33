import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../notices.tsx";
import { answer as words } from "./words.ts";

interface AnswerProps<T> {
  answer: UseQueryResult<T>;
  children: (insights: T) => ReactNode;
}

/** The last figures stay, dimmed, while others are loaded, so that nothing jumps. */
export function Answer<T>({ answer, children }: AnswerProps<T>) {
  const { data, isPlaceholderData } = answer;
  if (answer.isPending) return <Skeleton h={380} radius="lg" role="status" aria-label={words.loading} />;
  return (
    <>
      {answer.isError && <Failure error={answer.error} retry={() => answer.refetch()} />}
      {data !== undefined && (
        <Stack
          gap="md"
          aria-busy={isPlaceholderData}
          style={{ opacity: isPlaceholderData ? 0.45 : 1, transition: "opacity var(--rise)" }}
        >
          {children(data)}
        </Stack>
      )}
    </>
  );
}
