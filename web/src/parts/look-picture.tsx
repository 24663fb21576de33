import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Style } from "../api/types.ts";
import classes from "./look-picture.module.css";

interface LookPictureProps {
  style: Style;
  foregroundColor?: string;
  backgroundColor?: string;
}

export const pictureAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A look on a sample code, drawn by the server. Decorative: its name is next to it. */
export function LookPicture({ style, foregroundColor = "#1a1410", backgroundColor = "#ffffff" }: LookPictureProps) {
  const body = { style, foregroundColor, backgroundColor, size: 128 };
  const { data } = useQuery({
    queryKey: ["preview", JSON.stringify(body)],
    queryFn: () => call.text("/preview", body),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Box component="span" className={classes.picture}>
      {data && <img src={pictureAddress(data)} alt="" />}
    </Box>
  );
}
