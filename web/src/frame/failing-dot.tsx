import { useWebhookNotices } from "../api/queries.ts";
import classes from "./side-bar.module.css";
import { words } from "./words.ts";

/** Shown while webhooks fail. */
export function FailingDot() {
  const failing = useWebhookNotices().data?.length ?? 0;
  if (failing === 0) return null;
  const label = words.failingWebhooks(failing);
  return <span role="img" aria-label={label} title={label} className={classes.dot} />;
}
