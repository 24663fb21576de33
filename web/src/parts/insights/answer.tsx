import { Card, Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../notices.tsx";
import classes from "./answer.module.css";
import { answer as words } from "./words.ts";

interface AnswerProps<T> {
  answer: UseQueryResult<T>;
  children: (insights: T) => ReactNode;
}

/** The last figures stay, dimmed, while others are loaded, so that nothing jumps. */
export function Answer<T>({ answer, children }: AnswerProps<T>) {
  const { data, isPlaceholderData } = answer;
  if (answer.isPending) return <Ghost />;
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

const FIGURES = 4;
const BARS = [30, 45, 35, 60, 80, 55, 35, 40, 70, 50, 90, 65, 40, 75, 45, 60, 35, 70, 85, 55, 40];

/** The outline of figures and chart, of the same height. */
const Ghost = () => (
  <Card p={0} role="status" aria-label={words.loading}>
    <div className={classes.figures} aria-hidden>
      {Array.from({ length: FIGURES }, (_, i) => (
        <div key={i}>
          <Skeleton h={10} w={64} mb={11} />
          <Skeleton h={22} w={88} mb={9} />
          <Skeleton h={10} w={112} maw="100%" />
        </div>
      ))}
    </div>
    <div className={classes.bars} aria-hidden>
      {BARS.map((height, i) => (
        <i key={i} style={{ height: `${height}%` }} />
      ))}
    </div>
  </Card>
);
