import { ColorInput, ColorSwatch } from "@mantine/core";
import { useState } from "react";
import classes from "./color-field.module.css";
import { colorProblem } from "./contrast.ts";
import { colors as words } from "./words.ts";

/** Accepts #abc, and a missing #. */
function wholeColor(text: string): string {
  const digits = text.trim().replace(/^#/, "");
  if (/^[\da-f]{3}$/i.test(digits)) return `#${digits.replace(/./g, "$&$&")}`.toLowerCase();
  return /^[\da-f]{6}$/i.test(digits) ? `#${digits}`.toLowerCase() : text;
}

/** Waits for the end of a press, if there is one: a button that moves while it is pressed gets no click. */
function afterPress(act: () => void): void {
  if (document.querySelector(":active") === null) act();
  // The click follows the release within the same task.
  else window.addEventListener("mouseup", () => setTimeout(act), { once: true, capture: true });
}

interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  change: (color: string) => void;
  swatches: string[];
  problem: string | undefined;
}

/** Swatches and a text field. An incomplete colour is an error only after the field loses focus. */
export function ColorField({ label, name, value, change, swatches, problem }: ColorFieldProps) {
  const [typing, setTyping] = useState(false);
  return (
    <div>
      <ColorInput
        label={label}
        name={name}
        data-path={name}
        format="hex"
        value={value}
        onChange={change}
        onFocus={() => setTyping(true)}
        onBlur={() => {
          change(wholeColor(value));
          afterPress(() => setTyping(false));
        }}
        fixOnBlur={false}
        error={problem ?? (!typing && colorProblem(value))}
        eyeDropperButtonProps={{ "aria-label": words.pick(label) }}
      />
      <div className={classes.swatches}>
        {swatches.map((color) => (
          <ColorSwatch
            key={color}
            component="button"
            type="button"
            color={color}
            size={30}
            radius="md"
            className={classes.swatch}
            aria-label={`${label} ${color}`}
            aria-pressed={value === color}
            onClick={() => change(color)}
          />
        ))}
      </div>
    </div>
  );
}
