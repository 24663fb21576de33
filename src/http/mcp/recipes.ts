import { type ApiAnswer, type Arguments, ToolError } from "./call.ts";
import type { Content } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** A tool over one operation of the interface, whose words and schemas it takes over. */
export interface Recipe {
  name: string;
  title: string;
  operation: string;
  /** Said after what the interface says of the operation. */
  hint?: string;
  /** Which of the operation's arguments; undefined: all. */
  takes?: readonly string[];
  /** Arguments of the tool's own. */
  more?: Record<string, object>;
  /** In place of the interface's defaults. */
  defaults?: Record<string, unknown>;
  destructive?: boolean;
  answer?: (json: ApiAnswer["json"], args: Arguments) => Content[];
  /** Undefined: the operation is called with the arguments as they are. */
  run?: (parts: RunParts) => Promise<Content[]>;
}

interface RunParts {
  args: Arguments;
  /** Calls this operation, or the one named, and throws what it refuses. */
  ask(args: Arguments, operation?: string): Promise<ApiAnswer>;
}

/** Every tool there is, in the order agents see them. */
export const RECIPES: readonly Recipe[] = [
  {
    name: "create_code",
    title: "Create a QR code",
    operation: "createCode",
    answer: (code) => shapes.show(shapes.brief(code)),
  },
  { name: "create_codes", title: "Create many QR codes at once", operation: "createCodes", answer: shapes.made },
  {
    name: "find_codes",
    title: "Find QR codes",
    operation: "listCodes",
    hint: "state deleted lists the bin.",
    defaults: { limit: 20 },
    answer: shapes.pageOf("codes", shapes.brief),
  },
  { name: "read_code", title: "Read a QR code", operation: "readCode" },
  {
    name: "change_code",
    title: "Change a QR code",
    operation: "changeCode",
    hint: "The printed code stays the same and leads to the new content.",
    answer: (code) => shapes.show(shapes.brief(code)),
  },
  {
    name: "pause_code",
    title: "Pause or resume a QR code",
    operation: "changeCode",
    hint: "Visitors of a paused code read that it rests; nothing is counted.",
    takes: ["id"],
    more: { paused: { type: "boolean", default: true, description: "False resumes it." } },
    run: async ({ args, ask }) => {
      const { id, paused = true } = args;
      if (typeof paused !== "boolean") throw new ToolError('"paused" must be true or false.');
      const { json } = await ask({ id, isPublic: !paused });
      return shapes.show(shapes.brief(json));
    },
  },
  {
    name: "delete_code",
    title: "Delete a QR code",
    operation: "deleteCode",
    hint: "Call it without confirm first: it says what would be deleted. Ask the person, then call it again with confirm.",
    more: { confirm: { type: "string", description: "The code's name, exactly as it is." } },
    destructive: true,
    run: deleteCode,
  },
  {
    name: "restore_code",
    title: "Take a QR code out of the bin",
    operation: "restoreCode",
    answer: (code) => shapes.show(shapes.brief(code)),
  },
  {
    name: "read_analytics",
    title: "Scans of a QR code, added up",
    operation: "readAnalytics",
    answer: shapes.analytics,
  },
  {
    name: "list_scans",
    title: "Scans of a QR code, one by one",
    operation: "listScans",
    defaults: { limit: 20 },
    answer: shapes.pageOf("scans", shapes.scan),
  },
  { name: "explain_uncounted", title: "Why visits were not counted", operation: "readTraffic" },
  {
    name: "draw_code",
    title: "Draw a QR code",
    operation: "drawCode",
    hint: "The picture is part of the answer; an SVG comes as text.",
    takes: ["id", "format", "size", "encode", "style"],
    defaults: { format: "png" },
    run: drawCode,
  },
  {
    name: "judge_code",
    title: "Judge how well a QR code scans",
    operation: "readScannability",
    answer: shapes.verdict,
  },
  {
    name: "propose_look",
    title: "Propose a look that scans",
    operation: "proposeStyle",
    hint: "set_look sets a style, change_code a colour.",
  },
  { name: "read_look", title: "Read the look of a QR code", operation: "readStyle" },
  {
    name: "set_look",
    title: "Set the look of a QR code",
    operation: "setStyle",
    hint: "list_looks has the ids of saved looks. Judge it afterwards with judge_code.",
  },
  {
    name: "list_looks",
    title: "Saved looks",
    operation: "listStyles",
    defaults: { limit: 20 },
    answer: shapes.pageOf("looks", (look) => look),
  },
  {
    name: "read_history",
    title: "What a QR code led to before",
    operation: "listVersions",
    defaults: { limit: 20 },
    answer: shapes.pageOf("versions", shapes.version),
  },
  {
    name: "restore_version",
    title: "Lead a QR code where it led before",
    operation: "restoreVersion",
    hint: "read_history has the numbers of versions.",
    answer: (code) => shapes.show(shapes.brief(code)),
  },
  { name: "read_key", title: "What this key may do", operation: "readMe" },
];

async function deleteCode({ args, ask }: RunParts): Promise<Content[]> {
  const { id, confirm } = args;
  const { json: code } = await ask({ id }, "readCode");
  if (confirm === undefined) {
    return shapes.say(
      `Nothing is deleted yet. This would delete "${code.name}", which has ${code.scanCount} scans: ${code.shareUrl} would answer 404. ` +
        `For 30 days restore_code brings it back. Ask the person; if they agree, call delete_code with id "${code.id}" and confirm ${JSON.stringify(code.name)}.`,
    );
  }
  if (confirm !== code.name) {
    throw new ToolError(`Nothing is deleted: confirm must be the code's name, ${JSON.stringify(code.name)}.`);
  }
  await ask({ id });
  return shapes.say(`"${code.name}" is in the bin. restore_code with id "${code.id}" brings it back for 30 days.`);
}

async function drawCode({ args, ask }: RunParts): Promise<Content[]> {
  if (args.format === "pdf") {
    throw new ToolError('"format" is png or svg here; a pdf is had by GET /api/v1/qrcodes/{id}/image.');
  }
  const { contentType, bytes } = await ask(args);
  if (contentType.startsWith("image/png")) {
    return [{ type: "image", data: bytes.toString("base64"), mimeType: "image/png" }];
  }
  return shapes.say(bytes.toString("utf8"));
}
