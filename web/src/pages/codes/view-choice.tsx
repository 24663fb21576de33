import { Center, SegmentedControl, Text, VisuallyHidden } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { Icon } from "../../parts/icon.tsx";
import { words } from "./words.ts";

type View = "table" | "cards";

/** The view stored in this browser; an unknown value means the table. */
export const useView = () =>
  useLocalStorage<View>({
    key: "tessera-codes-view",
    defaultValue: "table",
    getInitialValueInEffect: false,
    serialize: (view) => view,
    deserialize: (text) => (text === "cards" ? "cards" : "table"),
  });

interface ViewChoiceProps {
  view: View;
  setView: (view: View) => void;
  isSmall: boolean;
}

export function ViewChoice({ view, setView, isSmall }: ViewChoiceProps) {
  const choice = (value: View, label: string) => ({
    value,
    label: (
      <Center h={isSmall ? 24 : 20} title={label}>
        <Icon name={value} size={16} />
        {isSmall ? <Text ml={8}>{label}</Text> : <VisuallyHidden>{label}</VisuallyHidden>}
      </Center>
    ),
  });
  return (
    <SegmentedControl
      aria-label={words.view}
      value={view}
      onChange={(value) => setView(value as View)}
      data={[choice("cards", words.cards), choice("table", isSmall ? words.list : words.table)]}
    />
  );
}
