import { ActionIcon, Card, Stack, Text, Title } from "@mantine/core";
import { logoAddress, useLogos } from "../../api/looks.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { LogoUpload, useLogoRemoval } from "../../parts/logo-upload.tsx";
import { Failure, tell } from "../../parts/notices.tsx";
import classes from "./logos.module.css";
import { words } from "./words.ts";

export function Logos() {
  const logos = useLogos();
  const remove = useLogoRemoval();
  return (
    <Card component="section" aria-label={words.logos}>
      <Stack>
        <Title order={2} size="h4">
          {words.logos}
        </Title>
        {logos.isError && <Failure error={logos.error} retry={() => void logos.refetch()} />}
        <ul className={classes.logos}>
          {logos.data?.map(({ id, width, height, createdAt }) => (
            <li key={id} className={classes.logo}>
              <div className={classes.picture}>
                <img src={logoAddress(id)} alt={words.logo(inWords.dateTime(createdAt))} />
              </div>
              <Text size="xs" c="dimmed">
                {width} × {height}
              </Text>
              <Editors>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.removeLogo(inWords.dateTime(createdAt))}
                  onClick={() => remove(id)}
                >
                  <Icon name="trash" size={16} />
                </ActionIcon>
              </Editors>
            </li>
          ))}
        </ul>
        <Editors>
          <LogoUpload wants="all" done={() => tell(words.logoSaved)} />
        </Editors>
      </Stack>
    </Card>
  );
}
