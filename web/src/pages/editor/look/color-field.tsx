import { ColorInput } from "@mantine/core";
import { useState } from "react";
import { colorProblem } from "../draft.ts";

/** People write #abc, or leave the # out. */
function wholeColor(text: string): string {
  const digits = text.trim().replace(/^#/, "");
  if (/^[\da-f]{3}$/i.test(digits)) return `#${digits.replace(/./g, "$&$&")}`.toLowerCase();
  return /^[\da-f]{6}$/i.test(digits) ? `#${digits}`.toLowerCase() : text;
}

interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  change: (color: string) => void;
  swatches: string[];
  problem: string | undefined;
}

/** What is half typed is wrong only once one has left the field. */
export function ColorField({ label, name, value, change, swatches, problem }: ColorFieldProps) {
  const [typing, setTyping] = useState(false);
  return (
    <ColorInput
      label={label}
      name={name}
      format="hex"
      value={value}
      onChange={change}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        change(wholeColor(value));
      }}
      fixOnBlur={false}
      error={problem ?? (!typing && colorProblem(value))}
      swatches={swatches}
      swatchesPerRow={6}
      eyeDropperButtonProps={{ "aria-label": `Pick the ${label.toLowerCase()} from the screen` }}
    />
  );
}
