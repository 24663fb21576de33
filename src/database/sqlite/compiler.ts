import { type SelectModifierNode, SqliteQueryCompiler } from "kysely";

/** Leaves row locks out: SQLite has one writer at a time. */
export class WithoutLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === "Distinct") super.visitSelectModifier(node);
  }
}
