import { Pagination } from "@mantine/core";
import { useIsNarrow } from "./narrow.ts";

interface PagesProps {
  total: number;
  page: number;
  onChange: (page: number) => void;
}

/** The pages of a list: fewer numbers on a phone, so that they stay on one line. */
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
      getControlProps={(control) => ({ "aria-label": `${control} page` })}
      getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
      size="sm"
    />
  );
}
