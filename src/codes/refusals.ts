import { type DomainError, type FieldProblem, invalid, invalidField, refusedWith } from "../shared/errors.ts";

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

export const EXTERNAL_ID_TAKEN = "is that of another code in this workspace, which may be in the bin";

export const externalIdTaken = (): DomainError => invalid([{ field: "externalId", message: EXTERNAL_ID_TAKEN }]);

export const externalIdThere = (): DomainError =>
  invalidField("workspaceId", "The other workspace", "has a code with the same external ID");
