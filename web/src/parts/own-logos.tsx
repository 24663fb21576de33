import { Radio, Text } from "@mantine/core";
import { logoAddress, useLogos } from "../api/looks.ts";
import { logos as words } from "./dialog-words.ts";
import { Failure } from "./notices.tsx";
import classes from "./own-logos.module.css";

/** Chooses one of the workspace's logos, or none. */
export function OwnLogos({ value, choose }: { value: string; choose: (id: string) => void }) {
  const logos = useLogos();
  if (logos.isError) return <Failure error={logos.error} retry={() => void logos.refetch()} />;
  return (
    <Radio.Group label={words.label} value={value} onChange={choose}>
      <div className={classes.logos}>
        <Radio.Card value="none" className={classes.logo} aria-label={words.noLogo}>
          <Text fz={12}>{words.none}</Text>
        </Radio.Card>
        {logos.data?.map(({ id }, index) => (
          <Radio.Card
            key={id}
            value={id}
            className={classes.logo}
            aria-label={words.position(index + 1, logos.data.length)}
          >
            <img src={logoAddress(id)} alt="" loading="lazy" />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
