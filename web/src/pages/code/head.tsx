import { ActionIcon, Anchor, Button, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { address } from "../../api/call.ts";
import type { Code } from "../../api/types.ts";
import { useHeadingFocus, withLastSearch } from "../../frame/arrival.tsx";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { CopyIcon } from "../../parts/copy.tsx";
import { TagsOfCode } from "../../parts/dialogs.tsx";
import { Editors } from "../../parts/editors.tsx";
import { expiryText } from "../../parts/expiry.ts";
import { withoutScheme } from "../../parts/formats.ts";
import type { Encode } from "../../parts/holds-choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { TagChips } from "../../parts/tag-chips.tsx";
import { useVerdict, VerdictCard } from "../../parts/verdict.tsx";
import { tagWords } from "../../parts/words.ts";
import { HeadActions } from "./actions.tsx";
import classes from "./head.module.css";
import { LeadsTo } from "./leads-to.tsx";
import { printText, head as words } from "./words.ts";

/** A Wi-Fi image holds the network itself, because guests are not online yet. */
export const encodeOf = ({ type }: Code): Encode => (type === "wifi" ? "content" : "share");

export const pictureOf = (code: Code): string =>
  address(`/qrcodes/${code.id}/image?format=svg&encode=${encodeOf(code)}&v=${Date.parse(code.updatedAt)}`);

/** The head of the page: image, name, link, destination, state and actions. */
export function Head({ code }: { code: Code }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(code.name, heading);
  const list = useLocation().state?.list;
  const { favour } = useCodeActions(code);
  const star = code.isFavorite ? words.notFavourite : words.favourite;
  // A verdict takes the server a moment; the page does not wait for it.
  const { data: verdict } = useVerdict(code, encodeOf(code));
  const fails = verdict?.passes === false;
  // On a phone, what is as usual is left out: the numbers are more important.
  const isNarrow = useIsNarrow("small");
  const [isTagging, tagging] = useDisclosure();
  const isUsual = code.state === "active" && !code.expiresFixed;
  return (
    <section aria-label={words.region}>
      <div className={classes.head}>
        <img className={`tile ${classes.picture}`} src={pictureOf(code)} alt={words.picture(code.name)} />
        <div className={classes.title}>
          <Anchor
            component={Link}
            to={withLastSearch(`/codes${typeof list === "string" ? list : ""}`)}
            className={classes.crumb}
            aria-label={words.allCodes}
          >
            {words.codes}
          </Anchor>
          <h1 ref={heading} tabIndex={-1} className={`arrived-at ${classes.name}`}>
            {code.name}
          </h1>
          <Editors>
            <Tooltip label={star}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={star}
                c={code.isFavorite ? "var(--star)" : "var(--text-3)"}
                aria-pressed={code.isFavorite}
                onClick={favour}
              >
                <Icon name="star" size={18} filled={code.isFavorite} />
              </ActionIcon>
            </Tooltip>
          </Editors>
        </div>
        <div className={classes.way}>
          <span className={classes.link}>
            <Anchor href={code.shareUrl} target="_blank" rel="noreferrer" inherit className={classes.address}>
              {withoutScheme(code.shareUrl)}
            </Anchor>
            <CopyIcon value={code.shareUrl} label={words.copy} />
          </span>
          <LeadsTo code={code} />
        </div>
        <div className={classes.meta}>
          {!(fails && code.state === "active") && (
            <span className={classes.state} data-state={code.state}>
              {code.state === "expired" ? expiryText(code) : words.states[code.state]}
            </span>
          )}
          {code.state !== "expired" && !(isNarrow && isUsual) && <span>{expiryText(code)}</span>}
          {!fails && <span>{verdict ? printText(verdict, isNarrow) : words.checking}</span>}
          {code.externalId && (
            <span className={classes.tag} title={words.externalId}>
              {words.ownId(code.externalId)}
            </span>
          )}
          <div className={classes.tags} data-empty={code.tags.length === 0 || undefined}>
            <TagChips tags={code.tags} most={20} />
            <Editors>
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                onClick={tagging.open}
                leftSection={<Icon name="tag" size={14} />}
              >
                {code.tags.length === 0 ? tagWords.add : tagWords.edit}
              </Button>
            </Editors>
          </div>
        </div>
        <HeadActions code={code} />
      </div>
      {isTagging && <TagsOfCode code={code} onClose={tagging.close} />}
      {fails && (
        <VerdictCard
          verdict={verdict}
          action={
            <Editors>
              <Button component={Link} to={`/codes/${code.id}/edit#look`} variant="default" size="xs" mt="sm">
                {words.editLook}
              </Button>
            </Editors>
          }
        />
      )}
    </section>
  );
}
