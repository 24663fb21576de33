/** Support for the tests of looks. */
import assert from "node:assert/strict";
import { createCanvas } from "@napi-rs/canvas";
import type { useApp } from "./support.ts";

export const PLAIN_STYLE = {
  modules: "square",
  eyeFrame: "square",
  eyeBall: "square",
  eyeColor: null,
  gradient: null,
  logo: null,
  frame: null,
  quietZone: 4,
  transparent: false,
};

/** A PNG of one colour. */
export function picture(color = "#0088cc", width = 60, height = 60): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer("image/png");
}

export const PNG_TYPE = { "content-type": "image/png" };

/** Uploads a logo and returns the answer. */
export async function uploaded(use: ReturnType<typeof useApp>, key = use.key, color?: string) {
  const options = { key, body: picture(color), headers: PNG_TYPE };
  const answer = await use.app.request("POST", "/api/v1/logos", options);
  assert.equal(answer.status, 201, answer.text);
  return answer.json as { id: string; width: number; height: number; createdAt: string };
}
