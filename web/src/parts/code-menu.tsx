import { ActionIcon, type ActionIconProps, Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { actionOf } from "../../../src/codes/content/index.ts";
import type { Code, Me } from "../api/types.ts";
import { mayMoveOut, otherEditable, useMayEdit } from "../api/workspace.ts";
import { canRenew, useCodeActions } from "./code-actions.tsx";
import { ApplyLook, Download, MoveCode, PrintSheet, Resting, TagsOfCode, VisitorText } from "./dialogs.tsx";
import { Icon } from "./icon.tsx";
import { menu as words } from "./words.ts";

interface CodeMenuProps extends Pick<ActionIconProps, "variant" | "size"> {
  code: Code;
  /** Actions with a button of their own next to the menu. */
  without?: readonly ("edit" | "download" | "favour" | "pause" | "renew")[];
}

export function CodeMenu({ code, without = [], variant = "subtle", size = "lg" }: CodeMenuProps) {
  const actions = useCodeActions(code);
  const mayEdit = useMayEdit();
  const iconOf = (name: Parameters<typeof Icon>[0]["name"]) => <Icon name={name} size={16} />;
  const [isDownloading, download] = useDisclosure();
  const [isChoosing, look] = useDisclosure();
  const [isPrinting, print] = useDisclosure();
  const [isWriting, text] = useDisclosure();
  const [isResting, resting] = useDisclosure();
  const [isTagging, tagging] = useDisclosure();
  const [isMoving, move] = useDisclosure();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const mayMove = me !== undefined && otherEditable(me).length > 0;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant={variant} color="gray" size={size} aria-label={words.more(code.name)}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && !without.includes("edit") && (
            <Menu.Item component={Link} to={`/codes/${code.id}/edit`} leftSection={iconOf("edit")}>
              {words.edit}
            </Menu.Item>
          )}
          {!without.includes("download") && (
            <Menu.Item onClick={download.open} leftSection={iconOf("download")}>
              {words.download}
            </Menu.Item>
          )}
          <Menu.Item onClick={print.open} leftSection={iconOf("print")}>
            {words.print}
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item onClick={look.open} leftSection={iconOf("look")}>
                {words.look}
              </Menu.Item>
              <Menu.Item onClick={tagging.open} leftSection={iconOf("tag")}>
                {words.tags}
              </Menu.Item>
              <Menu.Item onClick={text.open} leftSection={iconOf("text")}>
                {"location" in actionOf(code.type, code.content) ? words.title : words.text}
              </Menu.Item>
              <Menu.Item onClick={resting.open} leftSection={iconOf("clock")}>
                {words.resting}
              </Menu.Item>
              <Menu.Item component={Link} to={`/codes/new?from=${code.id}`} leftSection={iconOf("twin")}>
                {words.duplicate}
              </Menu.Item>
              {mayMove && (
                <Menu.Item onClick={move.open} leftSection={iconOf("leads")} disabled={!mayMoveOut(me)}>
                  {words.move}
                  {!mayMoveOut(me) && (
                    <Text size="xs" maw={220}>
                      {words.onlyOwnersMove}
                    </Text>
                  )}
                </Menu.Item>
              )}
              {!without.includes("favour") && (
                <Menu.Item onClick={actions.favour} leftSection={iconOf("star")}>
                  {code.isFavorite ? words.notFavourite : words.favourite}
                </Menu.Item>
              )}
              {!without.includes("pause") && (
                <Menu.Item onClick={actions.pause} leftSection={iconOf(code.isPublic ? "pause" : "play")}>
                  {code.isPublic ? words.pause : words.resume}
                </Menu.Item>
              )}
              {canRenew(code) && !without.includes("renew") && (
                <Menu.Item onClick={actions.renew} leftSection={iconOf("renew")}>
                  {code.expiresFixed ? words.renewAsking : words.renew}
                </Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item color="red" onClick={actions.remove} leftSection={iconOf("trash")}>
                {words.delete}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChoosing && <ApplyLook ids={[code.id]} onClose={look.close} />}
      {isPrinting && <PrintSheet ids={[code.id]} onClose={print.close} />}
      {isTagging && <TagsOfCode code={code} onClose={tagging.close} />}
      {isMoving && <MoveCode code={code} onClose={move.close} />}
      {isWriting && <VisitorText code={code} onClose={text.close} />}
      {isResting && <Resting code={code} onClose={resting.close} />}
      {isDownloading && <Download code={code} onClose={download.close} />}
    </>
  );
}
