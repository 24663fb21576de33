import { type Kysely, sql } from "kysely";
import type { ScanStore } from "../scan-store.ts";
import type { Tables } from "../tables.ts";

export async function readAside(db: Kysely<Tables>, limit: number): ReturnType<ScanStore["aside"]> {
  const [counted, latest, dropped] = await Promise.all([
    db.selectFrom("set_aside").select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow(),
    db
      .selectFrom("set_aside")
      .select(["id", "line", "reason"])
      .orderBy("set_aside_at", "desc")
      .orderBy("id")
      .limit(limit)
      .execute(),
    db.selectFrom("meta").select("value").where("name", "=", "lines_dropped").executeTakeFirst(),
  ]);
  return { count: Number(counted.count), latest, dropped: Number(dropped?.value ?? 0) };
}
