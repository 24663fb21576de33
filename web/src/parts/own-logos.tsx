import { Radio, Text } from "@mantine/core";
import { logoAddress, useLogos } from "../api/looks.ts";
import { Failure } from "./notices.tsx";
import classes from "./own-logos.module.css";

/** The logos of the account, to choose one or none. */
export function OwnLogos({ value, choose }: { value: string; choose: (id: string) => void }) {
  const logos = useLogos();
  if (logos.isError) return <Failure error={logos.error} retry={() => void logos.refetch()} />;
  return (
    <Radio.Group label="Logo" value={value} onChange={choose}>
      <div className={classes.logos}>
        <Radio.Card value="none" className={classes.logo} aria-label="No logo">
          <Text fz={12}>None</Text>
        </Radio.Card>
        {logos.data?.map(({ id }, index) => (
          <Radio.Card
            key={id}
            value={id}
            className={classes.logo}
            aria-label={`Logo ${index + 1} of ${logos.data.length}`}
          >
            <img src={logoAddress(id)} alt="" loading="lazy" />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
