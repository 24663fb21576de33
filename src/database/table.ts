/**
 * Describes a table once. From the description follow the statement that creates it on either engine, the type of its
 * rows for Kysely, and the objects of the service that rows are read into and written from.
 */
import type { Generated, GeneratedAlways, SelectType } from "kysely";
import type { EngineName } from "./engine.ts";

type ByEngine = Readonly<Partial<Record<EngineName, string>>>;

interface Definition {
  /** A column may be on one engine only. */
  type: ByEngine;
  isNull: boolean;
  /** What follows the type and NOT NULL. */
  constraints: string;
  /** Empty: the column's name in camel case. Null: no property. */
  property: string | null;
  /** The database gives it its value. */
  isAssigned?: boolean;
  /** From what is stored to the property, and back; never called with null. */
  read?(stored: unknown): unknown;
  write?(value: unknown): unknown;
}

/** `Row` is its type in Kysely, `Value` that of the property. */
export interface Column<Row = unknown, Value = unknown, Property = unknown> {
  readonly definition: Definition;
  /** Only a type: it has no value. */
  readonly types?: { row: Row; value: Value; property: Property };
  optional(): Column<Row | null, Value | null, Property>;
  default(value: string | number): Column<Generated<Row>, Value, Property>;
  unique(): this;
  primaryKey(): this;
  /** `table (column) ON DELETE …`. */
  references(target: string): this;
  /** Names the property. */
  as<P extends string>(property: P): Column<Row, Value, P>;
  /** For queries alone: the service's objects do not have it. */
  internal(): Column<Row, Value, never>;
  through<V>(read: (stored: SelectType<Row>) => V, write: (value: V) => SelectType<Row>): Column<Row, V, Property>;
}

function define(definition: Definition): Column {
  const and = (more: Partial<Definition>) => define({ ...definition, ...more });
  const constrained = (constraint: string) => and({ constraints: `${definition.constraints} ${constraint}` });
  const column: Omit<Column, "types"> = {
    definition,
    optional: () => and({ isNull: true }),
    default: (value) => constrained(`DEFAULT ${typeof value === "string" ? `'${value}'` : value}`) as never,
    unique: () => constrained("UNIQUE"),
    primaryKey: () => constrained("PRIMARY KEY"),
    references: (target) => constrained(`REFERENCES ${target}`),
    as: (property) => and({ property }) as never,
    internal: () => and({ property: null }) as never,
    through: (read, write) => and({ read, write } as Partial<Definition>) as never,
  };
  return column as Column;
}

const column = <Row, Value = Row>(type: string | ByEngine, isNull = false) =>
  define({
    type: typeof type === "string" ? { sqlite: type, postgres: type } : type,
    isNull,
    constraints: "",
    property: "",
  }) as Column<Row, Value, "">;

export const text = <T extends string = string>() => column<T>("text");
export const integer = () => column<number>("integer");
export const smallint = () => column<number>("smallint");
export const bigint = () => column<number>("bigint");
export const float = () => column<number>("float8");
export const bytes = () => column<Uint8Array>({ sqlite: "blob", postgres: "bytea" });
export const ofEngine = <Row>(type: ByEngine) => column<Row>(type);
/** Unix ms. */
export const time = () => column<number>("bigint");
/** Stored as 0 or 1. */
export const flag = () => smallint().through((stored) => stored === 1, Number);
/** A number that is never used again. */
export const serial = (
  type: ByEngine = {
    sqlite: "INTEGER PRIMARY KEY AUTOINCREMENT",
    postgres: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  },
) =>
  define({ type, isNull: true, constraints: "", property: "", isAssigned: true }) as Column<
    Generated<number>,
    number,
    ""
  >;
export const generated = (definition: ByEngine) => custom<GeneratedAlways<string>, string>(definition).internal();
/** With its constraints. */
export const custom = <Row, Value = Row>(definition: ByEngine) => column<Row, Value>(definition, true);

type Columns = Readonly<Record<string, Column>>;

interface Options<Name extends string> {
  primaryKey?: readonly Name[];
  unique?: readonly Name[];
  /** Whether SQLite stores the rows in the order of the primary key. */
  isClustered?: boolean;
  /** On PostgreSQL in neither archived logs nor replicas, and empty after a crash. */
  isUnlogged?: boolean;
  /** Of PostgreSQL. */
  storage?: string;
  /** Statements. */
  indexes?: readonly string[];
}

export interface Description<C extends Columns = Columns> {
  columns: C;
  options: Options<string>;
}

export const table = <const C extends Columns>(
  columns: C,
  options: Options<keyof C & string> = {},
): Description<C> => ({ columns, options });

export interface Table<Name extends string = string, C extends Columns = Columns> extends Description<C> {
  readonly name: Name;
  /** Columns of its objects, to select. */
  readonly selection: readonly `${Name}.${keyof Read<C> & string}`[];
  read(row: Read<C>): Values<C>;
  /** Only columns of given values. */
  write<const V extends Partial<Values<C>>>(values: V): Written<C, V>;
}

/** Describes tables under their names. */
export const tables = <D extends Readonly<Record<string, Description>>>(described: D) =>
  Object.fromEntries(
    Object.entries(described).map(([name, description]) => [
      name,
      { name, ...description, ...codecOf(name, description) },
    ]),
  ) as unknown as { readonly [Name in keyof D & string]: Table<Name, D[Name]["columns"]> };

interface Field extends Definition {
  column: string;
  property: string;
}

const camelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const fieldsOf = ({ columns }: Description): Field[] =>
  Object.entries(columns).flatMap(([column, { definition }]) =>
    definition.property === null ? [] : [{ ...definition, column, property: definition.property || camelCase(column) }],
  );

type Row = Readonly<Record<string, unknown>>;

/** Compiled to one object literal: setting 25 properties by their names takes 50 times as long. */
function readWith(fields: readonly Field[]): (row: Row) => Row {
  const properties = fields.map(({ column, property, read }, i) => {
    const stored = `row[${JSON.stringify(column)}]`;
    return `${JSON.stringify(property)}: ${read ? `${stored} === null ? null : reads[${i}](${stored})` : stored}`;
  });
  const make = new Function("reads", `return (row) => ({ ${properties} })`);
  return make(fields.map(({ read }) => read));
}

const codecOf = (name: string, description: Description) => {
  const fields = fieldsOf(description);
  return {
    selection: fields.map(({ column }) => `${name}.${column}`),
    read: readWith(fields),
    write: (values: Row) => {
      const row: Record<string, unknown> = {};
      for (const { column, property, write, isAssigned } of fields) {
        const value = values[property];
        if (value !== undefined && !isAssigned)
          row[column] = write === undefined || value === null ? value : write(value);
      }
      return row;
    },
  };
};

/** Rows of two tables as one object. */
export const joined = <A extends Table, B extends Table>(one: A, other: B) => ({
  selection: [...one.selection, ...other.selection] as (A["selection"][number] | B["selection"][number])[],
  read: readWith([...fieldsOf(one), ...fieldsOf(other)]) as unknown as (
    row: RowOf<A> & RowOf<B>,
  ) => ValuesOf<A> & ValuesOf<B>,
});

/** The statements that create tables and their indexes, in order. */
export const createTables = (engine: EngineName, all: Readonly<Record<string, Table>>): string[] =>
  Object.values(all).flatMap((each) => [createTable(engine, each), ...(each.options.indexes ?? [])]);

function createTable(engine: EngineName, { name, columns, options }: Table): string {
  const { primaryKey, unique, isClustered, isUnlogged, storage = "" } = options;
  const definitions = Object.entries(columns).flatMap(([column, { definition }]) => {
    const type = definition.type[engine];
    return type === undefined
      ? []
      : [`"${column}" ${type}${definition.isNull ? "" : " NOT NULL"}${definition.constraints}`];
  });
  if (primaryKey) definitions.push(`PRIMARY KEY (${primaryKey})`);
  if (unique) definitions.push(`UNIQUE (${unique})`);
  const isSqlite = engine === "sqlite";
  const kind = isUnlogged && !isSqlite ? "UNLOGGED TABLE" : "TABLE";
  const end = isSqlite && isClustered ? "WITHOUT ROWID" : isSqlite ? "" : storage;
  return `CREATE ${kind} "${name}" (${definitions.join(", ")}) ${end}`.trimEnd();
}

type TypesOf<C extends Column> = NonNullable<C["types"]>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Never if it has none. */
type PropertyOf<Name extends string, C extends Column> = TypesOf<C>["property"] extends infer P
  ? P extends ""
    ? CamelCase<Name>
    : P & string
  : never;

type Values<C extends Columns> = {
  [Name in keyof C & string as PropertyOf<Name, C[Name]>]: TypesOf<C[Name]>["value"];
};

type Read<C extends Columns> = {
  [Name in keyof C & string as [PropertyOf<Name, C[Name]>] extends [never] ? never : Name]: SelectType<
    TypesOf<C[Name]>["row"]
  >;
};

type Written<C extends Columns, V> = {
  [Name in keyof Read<C> & keyof C & string as PropertyOf<Name, C[Name]> extends keyof V ? Name : never]:
    | SelectType<TypesOf<C[Name]>["row"]>
    | (undefined extends V[PropertyOf<Name, C[Name]> & keyof V] ? undefined : never);
};

/** What `read` needs of a row. */
export type RowOf<T extends Table> = Read<T["columns"]>;
/** What `read` returns. */
export type ValuesOf<T extends Table> = Values<T["columns"]>;

/** Types of rows for Kysely, by the name of the table. */
export type RowsOf<T extends Readonly<Record<string, Table>>> = {
  [Name in keyof T]: { [C in keyof T[Name]["columns"]]: TypesOf<T[Name]["columns"][C]>["row"] };
};
