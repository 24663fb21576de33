export interface Operation {
  method: string;
  /** The pattern, such as /qrcodes/:id. */
  path: string;
}

/** From the tree that Fastify prints, four characters per level. */
export function routesOf(printed: string, prefix: string): Operation[] {
  const parents: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    const depth = indent.length / 4;
    const path = (depth === 0 ? "" : parents[depth - 1]!) + part;
    parents[depth] = path;
    if (!methods || !path.startsWith(`${prefix}/`)) return [];
    const named = methods.split(", ").filter((method) => method !== "HEAD" && method !== "OPTIONS");
    return named.map((method) => ({ method, path: path.slice(prefix.length) }));
  });
}
