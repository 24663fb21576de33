import { Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { useCodes } from "../../api/queries.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Pages } from "../../parts/pages.tsx";
import { inWords } from "../../parts/words.ts";
import { CodeRow } from "./code-row.tsx";
import { Filters } from "./filters.tsx";

const PER_PAGE = 20;
const FILTERS = ["q", "type", "state", "category", "favorite"];

/** Search, filters, order and page stand in the address: a list can be gone back to and sent on. */
export function CodesPage() {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get("page") ?? 1);
  const query = new URLSearchParams(params);
  query.set("limit", String(PER_PAGE));
  const list = useCodes(query.toString());
  const filtered = FILTERS.some((name) => params.has(name));

  const set = (name: string, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        if (name !== "page") next.delete("page");
        return next;
      },
      { replace: name === "q" },
    );

  const create = (
    <Button component={Link} to="/codes/new" leftSection={<Icon name="plus" />}>
      New code
    </Button>
  );
  const { total = 0, more = false, stopped = false, codes = [] } = list.data ?? {};
  const found = total > 0 || (more && !stopped);
  const isShort = [...(params.get("q") ?? "").trim()].length < 3;
  const nothingYet = list.isSuccess && !found && !filtered;
  // Where the end is not known, there is always one page to go on to.
  const pages = Math.max(Math.ceil(total / PER_PAGE), more && !stopped ? page + 1 : 0);
  return (
    <Page title="Codes" actions={create}>
      {!nothingYet && <Filters params={params} set={set} />}
      {list.isPending && <Skeletons />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {nothingYet && (
        <Empty icon="codes" title="Make your first code" action={create}>
          Give it a name and say where it leads. It is shared at once, you can print it, and every
          scan of it is counted here.
        </Empty>
      )}
      {list.isSuccess && !found && filtered && (
        <Empty
          icon="search"
          title="No code is like that"
          action={
            <Button variant="default" onClick={() => setParams({})}>
              Show all codes
            </Button>
          }
        >
          {stopped
            ? `None of the newest codes matches${isShort ? ". Search for three letters or more to look at all of them." : "; older ones were not looked at. Search for other words, or take a filter away."}`
            : "Nothing matches the search and the filters together."}
        </Empty>
      )}
      {found && (
        <Stack gap="xs" component="ul" m={0} p={0} aria-busy={list.isPlaceholderData}>
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} />
          ))}
        </Stack>
      )}
      {found && (
        <Group justify="space-between" mt="lg">
          <Text size="sm" c="dimmed" role="status">
            {countInWords(total, more, stopped, isShort)}
          </Text>
          <Pages
            total={pages}
            page={page}
            onChange={(next) => set("page", next === 1 ? "" : String(next))}
          />
        </Group>
      )}
    </Page>
  );
}

function countInWords(total: number, more: boolean, stopped: boolean, isShort: boolean): string {
  const count = inWords.times(total, "code");
  const advice = isShort ? " Search for three letters or more to look further." : "";
  if (stopped) return `${count} found among the newest.${advice}`;
  return more ? `More than ${count}` : count;
}

function Skeletons() {
  return (
    <Box role="status" aria-label="Loading the codes">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} h={82} radius="lg" mb="xs" />
      ))}
    </Box>
  );
}
