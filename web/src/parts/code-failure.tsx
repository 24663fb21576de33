import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { isMissing } from "../api/call.ts";
import { Failure } from "./notices.tsx";
import { Page } from "./page.tsx";

interface CodeFailureProps {
  /** The page's name, where that of the code is not known. */
  title: string;
  error: Error;
  retry: () => void;
}

/** Instead of a page about a code that is not there, or could not be read. */
export function CodeFailure({ title, error, retry }: CodeFailureProps) {
  const back = { to: "/", label: "All codes" };
  if (!isMissing(error)) {
    return (
      <Page title={title} back={back}>
        <Failure error={error} retry={retry} />
      </Page>
    );
  }
  const bin = (
    <Anchor component={Link} to="/?state=deleted" inherit underline="always">
      bin
    </Anchor>
  );
  return (
    <Page
      title="There is no such code"
      lead={<>It may have been deleted: look into the {bin}. Or it is someone else's.</>}
      back={back}
    >
      {null}
    </Page>
  );
}
