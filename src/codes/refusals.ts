import { type DomainError, type FieldProblem, invalid, refusedWith } from "../shared/errors.ts";

/** Of a look, with its field below `prefix`. */
export const noLogo = (prefix: string): FieldProblem => ({
  field: `${prefix}logo.id`,
  message: "must be the id of one of your logos",
});

export const noMoveTarget = (): DomainError =>
  refusedWith("workspaceId", "Choose another workspace of which you are an owner or editor.");

export const onlyOwnersMove = (): DomainError => {
  const message =
    "Only its owners can move codes out, because the domain goes on serving them. Ask an owner to move it.";
  return invalid([{ field: "workspaceId", message }], `This workspace has a verified domain: ${message}`);
};

export const viewNameTaken = (name: string): DomainError =>
  invalid([{ field: "name", message: "is the name of another view" }], `There is already a view “${name}”.`);
