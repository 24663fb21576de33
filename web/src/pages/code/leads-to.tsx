import { ActionIcon, Alert, Anchor, Button, DataList, Group, Spoiler, Stack, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { isStale } from "../../api/call.ts";
import { useChangeCode } from "../../api/queries.ts";
import type { Code, CodeType } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { Fields } from "../../forms/fields.tsx";
import type { Values } from "../../forms/form.ts";
import { formOf, valuesOf } from "../../forms/index.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { doubtsOf, fieldFor, problemsOf } from "../../forms/problems.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Editors } from "../../parts/editors.tsx";
import { sentence } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { type Detail, leadsTo } from "../../parts/leads-to.ts";
import { ask, linkTarget, tell, tellError } from "../../parts/notices.tsx";
import classes from "./head.module.css";
import { head as words } from "./words.ts";

/** The form of the code's type, below the destination. */
function LeadsToForm({ code, done }: { code: Code; done: () => void }) {
  const change = useChangeCode();
  const { type } = code;
  const element = useRef<HTMLFormElement>(null);
  /** The user confirmed a content that is probably wrong. */
  const isSure = useRef(false);
  const [before] = useState(() => valuesOf(type, code.content));
  const isTouched = (values: Values) => JSON.stringify(values) !== JSON.stringify(before);
  const form = useCallForm<Values>(
    {
      initialValues: before,
      validate: (values) => (isTouched(values) ? problemsOf(type, values) : {}),
      place: ({ content }, values) =>
        content === undefined ? null : { [fieldFor(formOf(type, values), values, content)]: sentence(content) },
      failAt: "form",
    },
    async (values) => {
      const [doubt] = isTouched(values) && !isSure.current ? Object.values(doubtsOf(type, values)) : [];
      if (doubt !== undefined) return askAbout(doubt);
      isSure.current = false;
      // Send nothing if the values are unchanged: writing them again could change the text.
      if (isTouched(values)) {
        const content = formOf(type, values).build(values);
        const was = await change.mutateAsync({ id: code.id, change: { content } });
        const undo = () =>
          change.mutateAsync({ id: code.id, change: { content: code.content }, was }).then(
            () => tell(words.undone),
            (error) => tellError(isStale(error) ? new Error(words.changedSince) : error),
          );
        if (type === "wifi") {
          tell(words.networkSaved, { undo, next: { label: words.printNew, to: `/codes/${code.id}/created` } });
        } else tell(words.saved, { undo, tryIt: leadsTo(type, content).href });
      }
      done();
    },
  );
  const askAbout = (doubt: string) =>
    ask({
      title: words.doubtTitle,
      words: doubt,
      confirm: words.doubtSave,
      cancel: words.goBack,
      isGrave: false,
      act: () => {
        isSure.current = true;
        element.current?.requestSubmit();
      },
    });
  useEffect(() => element.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  function leave(event: KeyboardEvent) {
    const isOpenList = (event.target as HTMLElement).getAttribute("aria-expanded") === "true";
    if (event.key === "Escape" && !isOpenList) done();
  }
  const isUnsaved = useCallback(() => isTouched(form.getValues()), [form.getValues]);
  return (
    <>
      <form ref={element} {...form.props} onKeyDown={leave} className={classes.form}>
        <Stack gap="sm">
          <Fields
            form={formOf(type, form.values)}
            values={form.values}
            inputProps={form.getInputProps}
            doubts={doubtsOf(type, form.values)}
          />
          {form.errors.form && (
            <Alert color="red" variant="light" role="alert">
              {form.errors.form}
            </Alert>
          )}
          <Group gap="sm">
            <Button type="submit" loading={form.submitting}>
              {words.save}
            </Button>
            <Button variant="default" onClick={done}>
              {words.cancel}
            </Button>
            {/* The field of a web address says so itself. */}
            {type !== "url" && (
              <Text size="xs" c="dimmed">
                {type === "wifi" ? words.keepsNetwork : words.keepsWorking}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
      <LeaveQuestion isUnsaved={isUnsaved} isOfPath />
    </>
  );
}

/** The whole content: a text as it is; other types in one line, with the parts below. */
export function Destination({ type, content }: { type: CodeType; content: string }) {
  const { line, details } = leadsTo(type, content);
  const isListed = type === "text" || details.some(({ value }) => value === line);
  return (
    <>
      {!isListed && (
        <Text fw={500} style={{ overflowWrap: "anywhere" }} dir="auto">
          <Breakable text={line} />
        </Text>
      )}
      <Details type={type} content={content} />
    </>
  );
}

function Details({ type, content }: { type: CodeType; content: string }) {
  if (type === "text") {
    return (
      <Spoiler maxHeight={110} showLabel={words.showAll} hideLabel={words.showLess}>
        <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} dir="auto">
          {content}
        </Text>
      </Spoiler>
    );
  }
  return (
    <DataList size="sm" gap={4} labelWidth="6.5rem">
      {leadsTo(type, content).details.map((detail, i) => (
        <DataList.Item key={`${detail.label} ${i}`}>
          <DataList.ItemLabel c="dimmed">{detail.label}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
            <DetailValue detail={detail} />
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

function DetailValue({ detail }: { detail: Detail }) {
  const [isShown, { toggle }] = useDisclosure();
  if (detail.secret) {
    return (
      <Group gap={6} wrap="nowrap" component="span">
        <span>{isShown ? detail.value : "••••••••"}</span>
        <Button variant="subtle" size="compact-xs" onClick={toggle} aria-pressed={isShown}>
          {isShown ? words.hide : words.show}
        </Button>
      </Group>
    );
  }
  if (!detail.href) return <bdi>{detail.value}</bdi>;
  return (
    <Anchor href={detail.href} inherit target="_blank" rel="noreferrer">
      {detail.value}
    </Anchor>
  );
}

/** The destination in one line, with a link to open it and a button to edit it in place. */
export function LeadsTo({ code }: { code: Code }) {
  const [isEdited, edit] = useDisclosure();
  const [isOpen, { toggle }] = useDisclosure();
  const pencil = useRef<HTMLButtonElement>(null);
  const { line, href, details } = leadsTo(code.type, code.content);
  const kind = KINDS[code.type].label;
  const hasMore = code.type === "text" ? line !== code.content : details.length > 0;
  const done = () => {
    edit.close();
    // Wait until the button is rendered again.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <section aria-label={words.destination} className={classes.leads}>
      {!isEdited && (
        <div className={classes.to}>
          <span className={classes.arrow}>
            <Icon name="leads" size={16} />
          </span>
          <span className={classes.kind} role="img" aria-label={kind} title={kind}>
            <Icon name={code.type} size={16} />
          </span>
          <span className={classes.destination} dir="auto" title={line}>
            {line}
          </span>
          {hasMore && (
            <Tooltip label={isOpen ? words.hideDetails : words.details}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.details}
                aria-expanded={isOpen}
                onClick={toggle}
              >
                <Icon name="down" size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <Editors>
            <Tooltip label={words.change}>
              <ActionIcon ref={pencil} variant="subtle" color="gray" aria-label={words.change} onClick={edit.open}>
                <Icon name="edit" size={16} />
              </ActionIcon>
            </Tooltip>
          </Editors>
          {href && (
            <Tooltip label={words.open}>
              <ActionIcon
                component="a"
                href={href}
                {...linkTarget(href)}
                variant="subtle"
                color="gray"
                aria-label={words.open}
              >
                <Icon name="open" size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      )}
      {isEdited && <LeadsToForm code={code} done={done} />}
      {!isEdited && isOpen && hasMore && (
        <div className={classes.details}>
          <Details type={code.type} content={code.content} />
        </div>
      )}
    </section>
  );
}
