import { Button, Skeleton, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { degrees } from "../../../src/codes/content/build.ts";
import { Part } from "../frame/boundary.tsx";
import { lazyPart } from "../frame/lazy-part.ts";
import { Icon } from "../parts/icon.tsx";
import { place as words } from "./content-words.ts";
import { readPlace } from "./read-place.ts";

const PinMap = lazyPart(() => import("./pin-map.tsx"));

/** A field for a map link or coordinates; the map is large and loaded when it is opened. */
export function PlaceField({ change, ...input }: TextInputProps & { change: (value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const place = readPlace(String(input.value ?? ""));
  const pin = place && Math.abs(place.latitude) <= 84 && Math.abs(place.longitude) <= 180 ? place : null;
  return (
    <Stack gap={8}>
      <TextInput {...input} />
      <Button
        variant="subtle"
        size="sm"
        mih={44}
        px={8}
        style={{ alignSelf: "flex-start" }}
        aria-expanded={isOpen}
        leftSection={<Icon name="geo" />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.closeMap : words.openMap}
      </Button>
      {isOpen && (
        <Part fallback={<Skeleton h={340} />}>
          <PinMap pin={pin} drop={({ latitude, longitude }) => change(`${degrees(latitude)}, ${degrees(longitude)}`)} />
        </Part>
      )}
    </Stack>
  );
}
