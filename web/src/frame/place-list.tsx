import { Card, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../parts/icon.tsx";
import classes from "./place-list.module.css";

interface Row {
  to: string;
  icon: IconName;
  label: string;
  text: string;
  mark?: ReactNode;
}

/** Leads to pages that have no place in the side bar. */
export const PlaceList = ({ title, rows }: { title: string; rows: Row[] }) => (
  <Card component="section" aria-label={title} pb={8}>
    <Title order={2} size="h5" mb={4}>
      {title}
    </Title>
    <ul className={classes.list}>
      {rows.map(({ to, icon, label, text, mark }) => (
        <li key={to}>
          <Link to={to} className={classes.row}>
            <Icon name={icon} />
            <span className={classes.words}>
              <span className={classes.label}>{label}</span>
              <span className={classes.text}>{text}</span>
            </span>
            {mark}
            <Icon name="next" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);
