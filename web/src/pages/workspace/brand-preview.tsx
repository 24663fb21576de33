import { Text } from "@mantine/core";
import { useRef } from "react";
import type { Brand } from "../../../../src/looks/look.ts";
import { OWN_COLOR, readableColors } from "../../../../src/rendering/colors.ts";
import { logoAddress } from "../../api/looks.ts";
import { isColor } from "../../parts/contrast.ts";
import classes from "./brand.module.css";
import { words } from "./words.ts";

/** The header and button of a visitor page in the light scheme. */
export function BrandPreview({
  name,
  color,
  logoId,
  showFooter,
}: Pick<Brand, "name" | "color" | "logoId" | "showFooter">) {
  // Keep the last complete colour while one is being typed.
  const whole = useRef(OWN_COLOR);
  if (color !== null && isColor(color)) whole.current = color;
  const { brand: background, on: text } = readableColors(whole.current);
  return (
    <figure className={classes.preview}>
      <Text component="figcaption" size="sm" fw={500} mb={6}>
        {words.preview}
      </Text>
      <div className={classes.page}>
        <div className={classes.head} style={{ background, color: text }}>
          {logoId !== null && <img src={logoAddress(logoId)} alt="" />}
          <span dir="auto">{name}</span>
        </div>
        <div className={classes.sheet}>
          <span className={classes.number}>{words.sampleNumber}</span>
          <span className={classes.call} style={{ background, color: text }}>
            {words.sampleAction}
          </span>
          {showFooter && <span className={classes.by}>{words.madeWith}</span>}
        </div>
      </div>
    </figure>
  );
}
