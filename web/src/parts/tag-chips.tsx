import type { Tag } from "../api/tags.ts";
import classes from "./tag-chips.module.css";
import { tagWords as words } from "./words.ts";

/** The colour is a dot, so that the name has the same contrast whatever the colour. */
export const TagDot = ({ color }: Pick<Tag, "color">) => (
  <span className={classes.dot} style={{ background: color }} aria-hidden />
);

export const TagChip = ({ tag }: { tag: Pick<Tag, "name" | "color"> }) => (
  <span className={classes.tag} title={tag.name}>
    <TagDot color={tag.color} />
    <span className={classes.name} dir="auto">
      {tag.name}
    </span>
  </span>
);

interface TagChipsProps {
  tags: readonly Tag[];
  /** The rest is a number. */
  most: number;
}

export function TagChips({ tags, most }: TagChipsProps) {
  if (tags.length === 0) return null;
  const rest = tags.slice(most).map(({ name }) => name);
  return (
    <span className={classes.tags}>
      {tags.slice(0, most).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.join(", ")}>
          {words.more(rest.length)}
        </span>
      )}
    </span>
  );
}
