import classes from "./waiting-dots.module.css";

/** Something is awaited, which words next to it say. */
export const WaitingDots = () => (
  <span className={classes.dots} aria-hidden>
    <i />
    <i />
    <i />
  </span>
);
