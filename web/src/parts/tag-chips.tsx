import type { Tag } from "../api/types.ts";
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
  /** Letters that fit: fewer tags are shown rather than parts of them. */
  letters?: number;
}

/** How many of the tags fit; at least one. */
function fitting(tags: readonly Tag[], most: number, letters: number): number {
  const lengthOf = (count: number) => tags.slice(0, count).reduce((sum, { name }) => sum + name.length, 0);
  let count = Math.min(most, tags.length);
  while (count > 1 && lengthOf(count) > letters) count -= 1;
  return count;
}

export function TagChips({ tags, most, letters = Number.POSITIVE_INFINITY }: TagChipsProps) {
  if (tags.length === 0) return null;
  const count = fitting(tags, most, letters);
  const rest = tags.slice(count).map(({ name }) => name);
  return (
    <span className={classes.tags}>
      {tags.slice(0, count).map((tag) => (
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
