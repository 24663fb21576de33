import { Anchor, Box, Group, Pagination, Text, Title } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { isMissing } from "../api/call.ts";
import { useHeadingFocus, withLastSearch } from "../frame/arrival.tsx";
import { Icon } from "./icon.tsx";
import { useIsNarrow } from "./narrow.ts";
import { Failure } from "./notices.tsx";
import { words } from "./words.ts";

interface PageProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The parent page. */
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The layout of a page: heading, actions, content. */
export function Page({ title, lead, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(title, heading);
  // On a phone a long title has its own line; elsewhere it takes at least its longest word's width.
  const isNarrow = useIsNarrow();
  const width = isNarrow ? "auto" : "min-content";
  const text = lead && (
    <Text c="dimmed" size="sm" mt={isNarrow ? 0 : 4} w={isNarrow ? "100%" : undefined} component="div">
      {lead}
    </Text>
  );
  return (
    <Box>
      {back && (
        <Anchor component={Link} to={withLastSearch(back.to)} size="sm" c="dimmed" className="back">
          <Icon name="back" size={16} />
          {back.label}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box style={{ minWidth: 0, flex: `1 1 ${width}` }}>
          <Title
            order={1}
            size="h2"
            ref={heading}
            tabIndex={-1}
            className="arrived-at"
            style={{ overflowWrap: "break-word" }}
          >
            {title}
          </Title>
          {!isNarrow && text}
        </Box>
        {actions}
        {/* Beside a button it would have a third of the line. */}
        {isNarrow && text}
      </Group>
      {children}
    </Box>
  );
}

interface PagesProps {
  total: number;
  page: number;
  onChange: (page: number) => void;
}

/** Pagination, with fewer numbers on a phone so that it stays on one line. */
export function Pages({ total, page, onChange }: PagesProps) {
  const isNarrow = useIsNarrow();
  if (total <= 1) return null;
  return (
    <Pagination
      total={total}
      value={page}
      onChange={onChange}
      siblings={isNarrow ? 0 : 1}
      gap={isNarrow ? 4 : 8}
      getControlProps={(control) => ({ "aria-label": words.pageControl(control) })}
      getItemProps={(item) => ({ "aria-label": words.page(item) })}
      size="sm"
    />
  );
}

interface CodeFailureProps {
  /** The title if the code's name is unknown. */
  title: string;
  error: Error;
  retry: () => void;
}

/** Instead of a page about a code that does not exist or could not be loaded. */
export function CodeFailure({ title, error, retry }: CodeFailureProps) {
  const back = { to: "/codes", label: words.allCodes };
  if (!isMissing(error)) {
    return (
      <Page title={title} back={back}>
        <Failure error={error} retry={retry} />
      </Page>
    );
  }
  const [before, bin, after] = words.codeNotFoundText;
  const lead = (
    <>
      {before}
      <Anchor component={Link} to="/codes?state=deleted" inherit underline="always">
        {bin}
      </Anchor>
      {after}
    </>
  );
  return (
    <Page title={words.codeNotFound} lead={lead} back={back}>
      {null}
    </Page>
  );
}
