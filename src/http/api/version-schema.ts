import { Type } from "typebox";
import { exact, nullable, number, text } from "./schemas.ts";

const time = (description: string) => Type.String({ format: "date-time", description });

export const CodeVersion = Type.Object(
  {
    version: number("Its number: 1 is what the code was made with."),
    content: text("What the code held."),
    from: time("Since when it held it."),
    until: nullable<string>("string", { format: "date-time", description: "Until when. Null for the present one." }),
    scanCount: number("Scans in that time."),
  },
  exact("Version", "One content of a QR code, for the time it had it."),
);

export const VersionPage = Type.Object(
  {
    data: Type.Array(CodeVersion, { description: "Newest first, the present one included." }),
    nextCursor: nullable<string>("string", { description: "Null when there is no further page." }),
  },
  exact("VersionPage", "One page of versions."),
);
