import { Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { linkVersion } from "../../../../src/rendering/level.ts";
import { call } from "../../api/call.ts";
import type { Level } from "../../api/types.ts";
import { sentence, withoutScheme } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { ANY_TOKEN, type Draft, slugProblem } from "./draft.ts";
import classes from "./slug-field.module.css";
import { SLUG } from "./words.ts";

interface SlugState {
  slug: string;
  isFree: boolean;
  reason: string | null;
}

/** How many modules a side the link has more than one with a random token; less than 0 if it is shorter. */
function modulesMore(base: string, slug: string, level: Level): number {
  const version = (token: string) => linkVersion(`${base}/r/${token}`, level);
  return 4 * (version(slug) - version(ANY_TOKEN));
}

interface SlugFieldProps {
  form: UseFormReturnType<Draft>;
  /** Links start with it. */
  base: string;
  level: Level;
}

/** The end of the link, checked while it is typed: whether it is free, and whether the symbol gets larger. */
export function SlugField({ form, base, level }: SlugFieldProps) {
  const slug = form.values.slug.trim().toLowerCase();
  const problem = slug === "" ? null : slugProblem(slug);
  const [asked] = useDebouncedValue(problem === null ? slug : "", 300);
  const check = useQuery({
    queryKey: ["slug", asked],
    queryFn: () => call.get<SlugState>(`/slugs/${encodeURIComponent(asked)}`),
    enabled: asked !== "",
  });
  const state = asked === slug ? check.data : undefined;
  const refusal = state && !state.isFree ? sentence(`${SLUG.subject} ${state.reason}`) : null;
  const input = form.getInputProps("slug");
  const { ref, width } = useElementSize();
  // A phone has no space for the host.
  const start = useIsNarrow() ? "/r/" : `${withoutScheme(base)}/r/`;
  return (
    <div>
      <TextInput
        name="slug"
        label={SLUG.label}
        placeholder={SLUG.placeholder}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={
          <span ref={ref} className={classes.start}>
            {start}
          </span>
        }
        leftSectionWidth={width + 24}
        classNames={{ section: classes.section, input: classes.input }}
        styles={{ input: { paddingInlineStart: width + 36 } }}
        {...input}
        error={input.error ?? refusal ?? undefined}
      />
      {!input.error && !refusal && (
        <Text size="sm" mt={5} role="status" component="div" className={classes.status} data-good={state?.isFree}>
          {slug === "" ? (
            SLUG.hint
          ) : problem !== null ? (
            sentence(problem)
          ) : state ? (
            <>
              <Icon name="check" size={15} /> {SLUG.free(modulesMore(base, slug, level))}
            </>
          ) : (
            SLUG.checking
          )}
        </Text>
      )}
    </div>
  );
}
